type Make = (run: () => void, milliseconds?: number, ...args: unknown[]) => NodeJS.Timeout

/**
 * Tracks timers that code under test leaves behind and that would keep the process alive. The returned function clears
 * all timers created until then; later timers do not keep the process alive.
 */
export function ownTimers(): () => void {
  const made = new Set<NodeJS.Timeout>()
  let isOver = false
  const keep =
    (make: Make): Make =>
    (...args) => {
      const timer = make(...args)
      if (isOver) timer.unref()
      else made.add(timer)
      return timer
    }
  const { setTimeout: later, setInterval: again } = globalThis
  Object.assign(globalThis, { setTimeout: keep(later as Make), setInterval: keep(again as Make) })
  return () => {
    isOver = true
    for (const timer of made) clearTimeout(timer)
  }
}
