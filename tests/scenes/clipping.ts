import type { Visit } from '../browser/support/visit.ts'

/** Texts that overflow their box, or are cut off without an ellipsis. */
export const clippedTexts = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const card = root?.querySelector('[data-testid="w3m-modal-card"]')
    if (!root || !card) return ['there is no window']
    const frame = card.getBoundingClientRect()
    return [...card.querySelectorAll<HTMLElement>('*')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => {
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        if (style.clipPath !== 'none' || box.width === 0) return false
        const leaves = box.left < frame.left - 1 || box.right > frame.right + 1
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        return leaves || (isCut && style.textOverflow !== 'ellipsis' && style.display !== 'inline')
      })
      .map((element) => `${element.className}: ${element.textContent}`)
  })

/** How many pixels the page is wider than its window. */
export const overflow = (visitor: Visit) =>
  visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
