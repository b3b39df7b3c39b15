import { openApprovalWindow } from './approvalWindow.ts'
import type { Stage } from './stage.ts'
import type { ApprovalMessageKey } from './texts.ts'

/** Hints above the button, one at a time. */
export const REVIEW_HINTS = [
  'approval.window',
  'approval.windowRoom',
  'approval.windowOpen',
  'approval.windowClosed',
  'approval.windowBlocked',
] as const satisfies readonly ApprovalMessageKey[]

interface Reviewing {
  /** The button in the frame. */
  readonly button: HTMLElement
  readonly stage: Stage
  readonly say: (key: (typeof REVIEW_HINTS)[number]) => void
  /** Why the visitor has to decide in a window. */
  readonly reason: 'approval.window' | 'approval.windowRoom'
  /** Called when a window has been requested: the visitor now decides in it, whatever becomes of the frame. */
  readonly onAsked: () => void
  /** Shown in a window that the browser does not close. */
  readonly overText: string
  /** Draws the screen in the window until the signal aborts; resolves after the decision. @throws the refusal */
  readonly draw: (stage: Stage, drawn: AbortSignal) => Promise<void>
  /** Shows in the window, until the signal aborts, that the visitor has decided and nothing is left to press. */
  readonly drawDecided: (stage: Stage, drawn: AbortSignal) => void
  readonly onRefused: (reason: unknown) => void
}

export interface Review {
  /** Opens no further window. The current one stays, because the visitor is there and can be asked for a passkey. */
  stop(): void
  /** Opens no further window, and closes the current one. */
  close(): void
}

type ScriptedWindow = Window & typeof globalThis

/** The page `/approve` as a stage, with the theme and accent of the stage that opened it. */
function stageIn(opened: ScriptedWindow, { document: { documentElement: looks }, ...stage }: Stage): Stage {
  const { document } = opened
  const { documentElement } = document
  if (looks.dataset.theme) documentElement.dataset.theme = looks.dataset.theme
  documentElement.style.cssText = looks.style.cssText
  const root = document.getElementById('place') ?? document.body
  return { ...stage, window: opened, document, Observer: opened.IntersectionObserver, root }
}

/**
 * Lets the visitor decide in a separate window when the frame must not be used for that. Each press opens a window and
 * closes the previous one; closing or reloading the window decides nothing. A decision is final.
 */
export function watchReview({
  button,
  stage,
  say,
  reason,
  onAsked,
  overText,
  draw,
  drawDecided,
  onRefused,
}: Reviewing): Review {
  const life = new AbortController()
  let leave = () => {}

  function onReady(opened: ScriptedWindow, drawn: AbortSignal): void {
    const own = stageIn(opened, stage)
    const [card, status] = [own.document.querySelector('main'), own.document.getElementById('status')]
    card?.setAttribute('inert', '')
    if (status) status.textContent = overText
    drawn.addEventListener('abort', () => {
      card?.removeAttribute('inert')
      stage.onWindow?.(undefined)
    })
    stage.onWindow?.(opened)
    if (life.signal.aborted) drawDecided(own, drawn)
    else draw(own, drawn).catch((reason: unknown) => drawn.aborted || onRefused(reason))
  }
  const onClosed = () => {
    if (!life.signal.aborted) say('approval.windowClosed')
  }

  const open = ({ detail }: MouseEvent) => {
    // The second click of a double click: the first one is already opening a window.
    if (detail > 1) return
    onAsked()
    leave()
    const close = openApprovalWindow({ window: stage.window, onReady, onClosed })
    leave = close ?? (() => {})
    say(close ? 'approval.windowOpen' : 'approval.windowBlocked')
  }
  button.addEventListener('click', open, { signal: life.signal })
  say(reason)
  return {
    stop: () => life.abort(),
    close() {
      life.abort()
      leave()
    },
  }
}
