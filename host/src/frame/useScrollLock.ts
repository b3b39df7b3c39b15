import { useLayoutEffect } from 'react'

/** Modals that lock scrolling now; the last one to leave restores it. */
const holders = new Set<symbol>()
let before = ''
let hadStyle = false

/** Keeps the page behind an open modal from scrolling, by a property that no style policy forbids. */
export function useScrollLock(isLocked: boolean): void {
  // Before the page is painted: the loader's window, which is being replaced, held the lock until now.
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
