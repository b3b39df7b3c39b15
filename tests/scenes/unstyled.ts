import type { Visit } from '../browser/support/visit.ts'

/**
 * Elements of the window whose classes have no rule in any adopted style sheet: no visible view has adopted their
 * sheet.
 */
export const unstyledElements = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    if (!root) return ['there is no window']
    const rules = root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n')
    const isStyled = (name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(rules)
    return [...root.querySelectorAll('[class]')]
      .map(({ classList }) => [...classList])
      .filter((classes) => !classes.some(isStyled))
      .map((classes) => classes.join(' '))
  })
