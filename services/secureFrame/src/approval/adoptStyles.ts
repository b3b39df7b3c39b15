import sheet from './approval.css'

/**
 * Adopts the screen's style sheet. A document can adopt only sheets that were made in its own window, so the page
 * `/approve` contains the sheet inline. The rules cannot be copied into that page, because browsers drop shorthands
 * with variables when rules are read back.
 * @returns a function that removes the styles
 */
export function adoptStyles(document: Document): () => void {
  // Browsers without adopted style sheets show the same text unstyled.
  if (!document.adoptedStyleSheets || document.defaultView !== globalThis.window) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
