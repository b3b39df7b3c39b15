import { type RefObject, useEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

const focusable = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility?.() ?? true)

const activeIn = (root: HTMLElement) => (root.getRootNode() as ShadowRoot | Document).activeElement

/**
 * Focus enters the dialog when it opens, goes round inside it, and returns to where it was when it closes. Outside of
 * a dialog (embedded mode) it is the page's business.
 */
export function useDialogFocus(dialog: RefObject<HTMLElement | null>, isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    const root = dialog.current
    if (!isActive || !root) return
    const before = document.activeElement
    root.focus({ preventScroll: true })

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // The page behind may have an answer to Escape of its own; this one was for us.
        event.stopPropagation()
        return onEscape()
      }
      if (event.key !== 'Tab') return
      const elements = focusable(root)
      const first = elements[0]
      const last = elements.at(-1)
      const active = activeIn(root)
      if (!first || !last) return event.preventDefault()
      const isAtEdge = event.shiftKey ? active === first || active === root : active === last
      if (!isAtEdge) return
      event.preventDefault()
      ;(event.shiftKey ? last : first).focus()
    }
    // A click on the page behind an overlay, or a script of the page, may have taken the focus away.
    const onFocusIn = (event: FocusEvent) => {
      const host = (root.getRootNode() as ShadowRoot).host
      if (event.target !== host && !host.contains(event.target as Node)) root.focus({ preventScroll: true })
    }
    root.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      root.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocusIn)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog, isActive, onEscape])
}

/**
 * With a new view the focus goes to the view itself, whose title is then read; on Back it returns to the element that
 * led away from the view that is seen again.
 */
export function useViewFocus(view: RefObject<HTMLElement | null>, entryId: string, isActive: boolean): void {
  const left = useRef(new Map<string, number>())
  const previous = useRef(entryId)
  useEffect(() => {
    const root = view.current
    if (!root || !isActive || previous.current === entryId) return
    previous.current = entryId
    const index = left.current.get(entryId)
    const target = index === undefined ? undefined : focusable(root)[index]
    ;(target ?? root).focus({ preventScroll: true })
  }, [view, entryId, isActive])
  useEffect(() => {
    const root = view.current
    if (!root) return
    const remember = (event: FocusEvent) => {
      const index = focusable(root).indexOf(event.target as HTMLElement)
      if (index >= 0) left.current.set(previous.current, index)
    }
    root.addEventListener('focusin', remember)
    return () => root.removeEventListener('focusin', remember)
  }, [view])
}
