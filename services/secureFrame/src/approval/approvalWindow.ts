import { APPROVE_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import { literal, object, safeParse } from 'valibot'
import { WINDOW_READY } from './windowReady.ts'

const WindowReady = object({ type: literal(WINDOW_READY.type) })

/** No name: one with a name could be asked for by the page around the frame. */
const TARGET = '_blank'
const FEATURES = 'popup,width=440,height=760'
const LOOK_MS = 500

type ScriptedWindow = Window & typeof globalThis

interface Opening {
  /** Of the frame. */
  readonly window: Window
  /**
   * The window can be drawn in. It comes again when the visitor has loaded it anew; the signal is that of what was drawn.
   */
  readonly onReady: (opened: ScriptedWindow, signal: AbortSignal) => void
  /** The visitor has closed it. */
  readonly onClosed: () => void
}

/**
 * Opens a window of this very origin, over which no page can lay anything. To be called at a press of the visitor's own. What
 * says that it is there counts when the browser has made the message and it comes from this origin and this very window.
 * @returns closes it; undefined where the browser opens none, or none that the frame has hold of
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
  // Nothing of what is drawn there works without the frame.
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
