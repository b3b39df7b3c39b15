import { useLayoutEffect } from 'react'

/** Modals that hold the page still at this moment; the last one to leave restores it. */
const holders = new Set<symbol>()
let before = ''
let hadStyle = false

/** The page behind an open modal does not scroll. Set as a property of the element, which no style policy forbids. */
export function useScrollLock(isLocked: boolean): void {
  // Before the page is painted: the loader's window, whose place is taken, has held the page until now.
  useLayoutEffect(() => {
    if (!isLocked) return
    const me = Symbol('scroll lock')
    const page = document.documentElement
    const { style } = page
    if (holders.size === 0) {
      before = style.overflow
      hadStyle = Boolean(page.getAttribute('style'))
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
