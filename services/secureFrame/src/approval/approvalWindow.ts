import { APPROVE_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import { literal, object, safeParse } from 'valibot'
import { WINDOW_READY } from './windowReady.ts'

const WindowReady = object({ type: literal(WINDOW_READY.type) })

/** No name: if the window had a known name, the page around the frame could open it too. */
const TARGET = '_blank'
const FEATURES = 'popup,width=440,height=760'
const LOOK_MS = 500

type ScriptedWindow = Window & typeof globalThis

interface Opening {
  /** The frame's window. */
  readonly window: Window
  /** Called when the window is ready to draw in, and again after each reload; the signal ends what was drawn before. */
  readonly onReady: (opened: ScriptedWindow, signal: AbortSignal) => void
  /** Called when the visitor has closed the window. */
  readonly onClosed: () => void
}

/**
 * Opens a window with this same origin; no page can cover that window. Call it while handling a press by the visitor.
 * The window's message that it is ready counts only if the event is trusted and comes from this origin and this window.
 * @returns a function that closes the window; undefined if the browser opens none or denies the frame access to it
 */
export function openApprovalWindow({ window, onReady, onClosed }: Opening): (() => void) | undefined {
  const opened = window.open(APPROVE_PATH, TARGET, FEATURES) as ScriptedWindow | null
  if (!opened || opened.closed) return undefined
  const life = new AbortController()
  let drawn: AbortController | undefined

  const looking = window.setInterval(() => {
    if (!opened.closed) return
    close()
    onClosed()
  }, LOOK_MS)
  const receive = ({ data, origin, source, isTrusted }: MessageEvent) => {
    if (!isTrusted || source !== opened || origin !== window.location.origin) return
    if (!safeParse(WindowReady, data).success) return
    drawn?.abort()
    drawn = new AbortController()
    onReady(opened, drawn.signal)
  }
  window.addEventListener('message', receive, { signal: life.signal })
  // The window does not work without the frame.
  window.addEventListener('pagehide', close, { signal: life.signal })

  function close(): void {
    if (life.signal.aborted) return
    life.abort()
    window.clearInterval(looking)
    drawn?.abort()
    opened?.close()
  }
  return close
}
