import { useEffect } from 'react'

/** Modals that hold the page still at this moment; the last one to leave restores it. */
const holders = new Set<symbol>()
let before = ''

/** The page behind an open modal does not scroll. Set as a property of the element, which no style policy forbids. */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const me = Symbol('scroll lock')
    const { style } = document.documentElement
    if (holders.size === 0) {
      before = style.overflow
      style.overflow = 'hidden'
    }
    holders.add(me)
    return () => {
      holders.delete(me)
      if (holders.size === 0) style.overflow = before
    }
  }, [isLocked])
}
