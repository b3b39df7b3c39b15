interface Watch {
  readonly intervalMs: number
  /** Whether the session is still there. What it throws is nobody's: the next time may tell. */
  readonly isThere: () => Promise<boolean>
  readonly onGone: () => void
  readonly signal: AbortSignal
}

/**
 * Asks for a session again and again while the page is looked at, and once more when the visitor comes back to it: a server
 * may end one at any time. Ends with the signal, and when the session is gone.
 */
export function watchSession({ intervalMs, isThere, onGone, signal }: Watch): void {
  const life = new AbortController()
  let asked = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const stop = () => {
    clearTimeout(timer)
    life.abort()
  }
  async function look(): Promise<void> {
    asked = Date.now()
    const isGone = !(await isThere().catch(() => true))
    if (life.signal.aborted) return
    if (!isGone) return wait()
    stop()
    onGone()
  }
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void (document.hidden || look()), intervalMs)
  }
  const comeBack = () => {
    if (!document.hidden && Date.now() - asked >= intervalMs) void look()
  }
  if (signal.aborted) return
  signal.addEventListener('abort', stop, { once: true, signal: life.signal })
  document.addEventListener('visibilitychange', comeBack, { signal: life.signal })
  wait()
}
