/** A window of this origin, which its visitor may close. */
export type Visited = Pick<Window, 'closed' | 'addEventListener'>

const LOOK_MS = 500

/**
 * What is asked in a window, as long as that is there: what a page was promised is forgotten with it, and nobody is told.
 * @param ask the signal aborts when nobody waits any more
 * @returns undefined where the window has gone, or is loaded anew, before there was an answer, and where time is over
 */
export async function whileThere<T>(
  there: Visited,
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
): Promise<T | undefined> {
  const waiting = new AbortController()
  const over = new AbortController()
  const end = () => over.abort()
  const isOver = new Promise<undefined>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(undefined))
  })
  const timer = setTimeout(end, limitMs)
  const looking = setInterval(() => there.closed && end(), LOOK_MS)
  there.addEventListener('pagehide', end, { signal: waiting.signal })
  try {
    return await Promise.race([ask(over.signal), isOver])
  } finally {
    waiting.abort()
    clearTimeout(timer)
    clearInterval(looking)
  }
}
