import { type RefObject, useEffect, useRef } from 'react'
import type { ShownWallets } from '../directory/impressions.ts'
import { directoryCode } from '../directory/prefetch.ts'
import { useShellDispatch } from '../shellContext.ts'

/** Tells which wallets of the directory were in sight in the list that the answer is given to (public-api.md §10). */
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
      .catch(() => {}) // The file cannot be had, or the browser cannot tell what is in sight: then nobody is told.
    return () => {
      hasEnded = true
      stop?.()
    }
  }, [hasSome, dispatch])
  return list
}
