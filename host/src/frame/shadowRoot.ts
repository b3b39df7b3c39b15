const TAG = 'portico-modal'

/** Where a modal lives in the page: an element of ours with a shadow root, and what is adopted there. */
export interface ModalRoot {
  readonly element: HTMLElement
  readonly shadow: ShadowRoot
  readonly mount: HTMLElement
  /** Counted: two components with one sheet adopt it once. */
  readonly adopt: (sheet: CSSStyleSheet) => () => void
  dispose(): void
}

/** Two shells of different versions may meet on a page: the element has no behaviour, so either's will do. */
function define(): void {
  if (!customElements.get(TAG)) customElements.define(TAG, class extends HTMLElement {})
}

/**
 * Appends the modal's element to the page, or takes the one that the site has placed: in embedded mode, and when
 * appending is off (rules.md §2). Page rules reach the element itself, so everything is reset one level below it.
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
