import { type RefObject, useEffect, useRef } from 'react'
import type { ShownWallets } from '../directory/impressions.ts'
import { directoryCode } from '../directory/prefetch.ts'
import { useShellDispatch } from '../shellContext.ts'

/** Tracks which directory wallets were visible in the list with this ref (public-api.md §10). */
export function useImpressions(shown: ShownWallets): RefObject<HTMLDivElement | null> {
  const dispatch = useShellDispatch()
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(shown)
  latest.current = shown
  const hasSome = shown.wallets.some((wallet) => wallet)
  useEffect(() => {
    if (!hasSome) return
    let stop: (() => void) | undefined
    let hasEnded = false
    directoryCode()
      .then(({ watchImpressions }) =>
        dispatch((_, __, services) => {
          if (list.current && !hasEnded) stop = watchImpressions(list.current, () => latest.current, services)
        }),
      )
      .catch(() => {}) // Nothing is tracked without the chunk or IntersectionObserver.
    return () => {
      hasEnded = true
      stop?.()
    }
  }, [hasSome, dispatch])
  return list
}
