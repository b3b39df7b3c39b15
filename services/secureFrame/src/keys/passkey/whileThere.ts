/** A window of this origin, which the visitor may close. */
export type Visited = Pick<Window, 'closed' | 'addEventListener'>

const LOOK_MS = 500

/**
 * Runs a request in a window only as long as the window exists, because promises of a closed window never settle.
 * @param ask the request; its signal aborts when the answer is no longer needed
 * @returns undefined if the window closes or reloads before there is an answer, or time runs out
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
