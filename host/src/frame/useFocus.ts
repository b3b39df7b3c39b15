import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

const focusable = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility?.() ?? true)

const activeIn = (root: HTMLElement) => (root.getRootNode() as ShadowRoot | Document).activeElement

const viewIn = (root: HTMLElement) => root.querySelector<HTMLElement>('[data-view]') ?? root

/** The focused element, even inside open shadow roots: our own, or those of the site's components. */
function focusedElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** The element to which Tab must wrap if there is no tab stop beyond `active`, which need not be a tab stop itself. */
function wrappedStop(root: HTMLElement, active: Element | null, isBackward: boolean): HTMLElement | undefined {
  const stops = focusable(root)
  const side = isBackward ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const isLast = !stops.some((stop) => active && active.compareDocumentPosition(stop) & side)
  return isLast ? ((isBackward ? stops.at(-1) : stops[0]) ?? root) : undefined
}

/** In these views a wallet may show its own window in the page, which must be able to take the focus. */
const WALLET_IS_ASKED: readonly string[] = ['ConnectingExternal', 'ApproveTransaction']

/** Moves the focus into the dialog, keeps it there, and restores it on closing. Does nothing in an embedded modal. */
export function useDialogFocus(dialog: RefObject<HTMLElement | null>, isActive: boolean, onEscape: () => void): void {
  // Runs before the page is painted, so that no key press is lost.
  useLayoutEffect(() => {
    const root = dialog.current
    if (!isActive || !root) return
    const host = (root.getRootNode() as ShadowRoot).host
    const before = focusedElement()
    root.focus({ preventScroll: true })

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // The page may handle Escape too, but this key press was meant for the modal.
        event.stopPropagation()
        return onEscape()
      }
      if (event.key !== 'Tab') return
      const stop = wrappedStop(root, activeIn(root), event.shiftKey)
      if (!stop) return
      event.preventDefault()
      stop.focus()
    }
    // Takes the focus back from other elements of the page. A second modal on top, and its wallet's frame, may keep it.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (WALLET_IS_ASKED.includes(viewIn(root).dataset.view ?? '')) return
      const isModal = target instanceof Element && target.matches(`${host.localName},.${host.localName}`)
      if (!isModal && !host.contains(target as Node)) root.focus({ preventScroll: true })
    }
    // A focused control may be removed or disabled, such as "Try again" when it is clicked.
    const observer = new MutationObserver(() => {
      const isLost = !activeIn(root) && (document.activeElement ?? document.body) === document.body
      if (isLost) viewIn(root).focus({ preventScroll: true })
    })
    root.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocusIn)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      root.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocusIn)
      observer.disconnect()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog, isActive, onEscape])
}

/**
 * Moves the focus to a new view, so that its title is read aloud. On Back, returns the focus to the control that led
 * away from the restored view, even if that is in the header. In embedded mode, moves the focus only if it was inside
 * before.
 */
export function useViewFocus(frame: RefObject<HTMLElement | null>, entryId: string, isDialog: boolean): void {
  const stops = useRef(new Map<string, number>())
  const shown = useRef(entryId)
  const isHere = useRef(isDialog)
  useEffect(() => {
    const root = frame.current
    if (!root) return
    const onFocusIn = ({ target }: FocusEvent) => {
      const index = focusable(root).indexOf(target as HTMLElement)
      if (index >= 0) stops.current.set(shown.current, index)
    }
    // Called only when the focus enters our shadow root, or moves outside it.
    const onPageFocusIn = (event: FocusEvent) => {
      isHere.current = isDialog || event.composedPath().includes(root)
    }
    root.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusin', onPageFocusIn)
    return () => {
      root.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusin', onPageFocusIn)
    }
  }, [frame, isDialog])
  useEffect(() => {
    const root = frame.current
    if (!root || shown.current === entryId) return
    shown.current = entryId
    if (!isHere.current) return
    const stop = focusable(root)[stops.current.get(entryId) ?? -1]
    if (stop) stop.focus()
    else viewIn(root).focus({ preventScroll: true })
  }, [frame, entryId])
}
