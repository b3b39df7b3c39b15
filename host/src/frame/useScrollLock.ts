import { useLayoutEffect } from 'react'

/** Modals that currently lock scrolling. When the last one is removed, scrolling is restored. */
const holders = new Set<symbol>()
let before = ''
let hadStyle = false

/** Keeps the page behind an open modal from scrolling, by a style property that no content security policy forbids. */
export function useScrollLock(isLocked: boolean): void {
  // Runs before the page is painted, because the loader's window, which is being replaced, has held the lock until now.
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
