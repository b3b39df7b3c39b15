import { useEffect } from 'react'

/** Modals that hold the page still at this moment; the last one to leave restores it. */
const holders = new Set<symbol>()
let before = ''
let hadStyle = false

/** The page behind an open modal does not scroll. Set as a property of the element, which no style policy forbids. */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const me = Symbol('scroll lock')
    const page = document.documentElement
    const { style } = page
    if (holders.size === 0) {
      before = style.overflow
      hadStyle = page.hasAttribute('style')
      style.overflow = 'hidden'
    }
    holders.add(me)
    return () => {
      holders.delete(me)
      if (holders.size > 0) return
      style.overflow = before
      if (!hadStyle && style.length === 0) page.removeAttribute('style')
    }
  }, [isLocked])
}
