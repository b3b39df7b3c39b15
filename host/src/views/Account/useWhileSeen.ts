import { useEffect } from 'react'

/** services.md §14: so often the account looks whether something is out of date. */
const LOOK_MS = 10_000

/**
 * Looks at once, whenever `key` is another one, and from then on every ten seconds while somebody can see the page.
 * @param look asks nobody while what is known is good
 * @param key undefined: never
 * @param isPaused only at once
 */
export function useWhileSeen(look: () => unknown, key: string | undefined, isPaused = false): void {
  useEffect(() => {
    if (key === undefined) return
    void look()
    if (isPaused) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [look, key, isPaused])
}
