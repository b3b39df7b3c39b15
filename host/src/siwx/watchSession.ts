interface Watch {
  readonly intervalMs: number
  /** Whether the session still exists. Rejections are ignored, because the next check may succeed. */
  readonly isThere: () => Promise<boolean>
  readonly onGone: () => void
  readonly signal: AbortSignal
}

/** Checks a session at intervals while the page is visible, and once on return, until it is gone or `signal` aborts. */
export function watchSession({ intervalMs, isThere, onGone, signal }: Watch): void {
  const life = new AbortController()
  let checkedAtMs = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const stop = () => {
    clearTimeout(timer)
    life.abort()
  }
  async function look(): Promise<void> {
    checkedAtMs = Date.now()
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
    if (!document.hidden && Date.now() - checkedAtMs >= intervalMs) void look()
  }
  if (signal.aborted) return
  signal.addEventListener('abort', stop, { once: true, signal: life.signal })
  document.addEventListener('visibilitychange', comeBack, { signal: life.signal })
  wait()
}
