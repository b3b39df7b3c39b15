import type { LinkStep } from './links.ts'

/** Where a visitor stands who is to leave for a wallet's app. */
export interface LinkOut {
  readonly steps: readonly LinkStep[]
  readonly at: number
  /** `ready`: the next press opens the step. `opened`: it was opened; `left`: the page went into the background for it. */
  readonly status: 'ready' | 'opened' | 'left'
}

/** `stayed`: the page is still in front a while after the link was opened, so no app has taken it. */
export type LinkOutEvent = 'pressed' | 'hidden' | 'stayed' | 'retried'

export const startLinkOut = (steps: readonly LinkStep[]): LinkOut => ({ steps, at: 0, status: 'ready' })

export const currentStep = ({ steps, at }: LinkOut): LinkStep => steps[at] ?? { kind: 'qrcode' }

/**
 * One press opens one link: browsers let nobody leave without one. A link that nothing answers makes the next press open
 * the next; the last step is the code, which is only shown.
 */
export function nextLinkOut(state: LinkOut, event: LinkOutEvent): LinkOut {
  const { steps, at, status } = state
  if (event === 'retried') return { ...state, at: 0, status: 'ready' }
  if (currentStep(state).kind === 'qrcode') return state
  if (event === 'pressed') return { ...state, status: 'opened' }
  if (status !== 'opened') return state
  if (event === 'hidden') return { ...state, status: 'left' }
  return { steps, at: Math.min(at + 1, steps.length - 1), status: 'ready' }
}

/** The key and the shape that `@walletconnect/universal-provider` reads when it takes a visitor back to the wallet. */
const CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Remembers the app that the visitor has paired with. `base`: its scheme or universal link, without a pairing. */
export function rememberLink(name: string, { base }: { readonly base?: string }): void {
  if (base === undefined) return
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ href: base, name }))
  } catch {
    // Without storage the visitor goes back to the wallet by hand.
  }
}

/** A wallet that scans a code is on another device: later requests lead nowhere from here. */
export function forgetLink(): void {
  try {
    localStorage.removeItem(CHOICE_KEY)
  } catch {
    // As above.
  }
}

/** Opens a link the way chains.md §4.5 wants it. To be called in the press itself. */
export function openLink(step: LinkStep, open: typeof window.open = window.open.bind(window)): void {
  if (step.kind !== 'qrcode') open(step.href, step.target, 'noreferrer noopener')
}
