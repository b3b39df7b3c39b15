import { safely } from '../chains/announced.ts'
import type { LinkStep } from './links.ts'

/** How far a visitor has come on the way to a wallet's app. */
export interface LinkOut {
  readonly steps: readonly LinkStep[]
  readonly at: number
  /** `ready`: the next click opens the step. `opened`: it was opened. `left`: the page then went to the background. */
  readonly status: 'ready' | 'opened' | 'left'
}

/** `stayed`: the page is still in the foreground some time after the link was opened, so no app has opened. */
export type LinkOutEvent = 'pressed' | 'hidden' | 'stayed' | 'retried'

export const startLinkOut = (steps: readonly LinkStep[]): LinkOut => ({ steps, at: 0, status: 'ready' })

export const currentStep = ({ steps, at }: LinkOut): LinkStep => steps[at] ?? { kind: 'qrcode' }

/** Each click opens one link, because browsers require a click. The last step is the QR code, which is only shown. */
export function nextLinkOut(state: LinkOut, event: LinkOutEvent): LinkOut {
  const { steps, at, status } = state
  if (event === 'retried') return { ...state, at: 0, status: 'ready' }
  if (currentStep(state).kind === 'qrcode') return state
  if (event === 'pressed') return { ...state, status: 'opened' }
  if (status !== 'opened') return state
  if (event === 'hidden') return { ...state, status: 'left' }
  return { steps, at: Math.min(at + 1, steps.length - 1), status: 'ready' }
}

/** The key and format that `@walletconnect/universal-provider` reads to send a visitor back to the wallet. */
const CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/**
 * Remembers the app that the visitor has paired with. `base` is the app's scheme or universal link, without a pairing.
 */
export function rememberLink(name: string, { base }: { readonly base?: string }): void {
  // Without storage, the visitor has to return to the wallet by hand.
  if (base !== undefined) safely(() => localStorage.setItem(CHOICE_KEY, JSON.stringify({ href: base, name })))
}

/** A wallet that scans a QR code is on another device, so later requests must open no link here. */
export const forgetLink = (): void => safely(() => localStorage.removeItem(CHOICE_KEY))

/** Opens a link as described in chains.md §4.5. Must be called while the click is being handled. */
export function openLink(step: LinkStep, open: typeof window.open = window.open.bind(window)): void {
  if (step.kind !== 'qrcode') open(step.href, step.target, 'noreferrer noopener')
}
