const TAG = 'portico-modal'

/** A modal's place in the page: our element, its shadow root and the adopted style sheets. */
export interface ModalRoot {
  readonly element: HTMLElement
  readonly shadow: ShadowRoot
  readonly mount: HTMLElement
  /** Reference-counted: a sheet that two components use is adopted once. */
  readonly adopt: (sheet: CSSStyleSheet) => () => void
  dispose(): void
}

/**
 * Shells of different versions may share a page. The element has no behavior, so the definition of any of them works.
 */
function define(): void {
  if (!customElements.get(TAG)) customElements.define(TAG, class extends HTMLElement {})
}

/**
 * Appends the modal's element to the page. In embedded mode, or when appending is off (rules.md §2), uses the element
 * that the site has placed. The page's rules apply to the element itself, so everything is reset one level below it.
 */
export function createModalRoot({ isEmbedded, isAppended }: { isEmbedded: boolean; isAppended: boolean }): ModalRoot {
  define()
  const placed = isEmbedded || !isAppended ? document.querySelector<HTMLElement>(`${TAG}:not([data-taken])`) : null
  const element = placed ?? document.createElement(TAG)
  element.dataset.taken = ''
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const mount = document.createElement('div')
  shadow.append(mount)
  if (!placed && isAppended) document.body.append(element)

  const counts = new Map<CSSStyleSheet, number>()
  return {
    element,
    shadow,
    mount,
    adopt(sheet) {
      const count = counts.get(sheet) ?? 0
      counts.set(sheet, count + 1)
      if (count === 0) shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet]
      return () => {
        const left = (counts.get(sheet) ?? 1) - 1
        if (left > 0) return void counts.set(sheet, left)
        counts.delete(sheet)
        shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      }
    },
    dispose() {
      mount.remove()
      delete element.dataset.taken
      if (!placed) element.remove()
    },
  }
}
