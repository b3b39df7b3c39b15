import type { Visit } from '../browser/support/visit.ts'

/** Classes in the window that no adopted style sheet styles, because no shown view has adopted theirs. */
export const unstyledClasses = (visitor: Visit) =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    if (!root) return ['there is no window']
    const rules = root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n')
    const classes = [...root.querySelectorAll('[class]')].flatMap((element) => [...element.classList])
    return [...new Set(classes)].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(rules))
  })
