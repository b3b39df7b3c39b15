import { useEffect } from 'react'

/** services.md §14: how often the account checks for outdated data. */
const LOOK_MS = 10_000

/**
 * Calls `look` at once, whenever `key` changes, and then every ten seconds while the page is visible.
 * @param look must request nothing while its data is fresh
 * @param key if undefined, `look` is never called
 * @param isPaused skips only the immediate call
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
