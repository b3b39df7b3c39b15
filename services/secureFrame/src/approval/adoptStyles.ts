import sheet from './approval.css'

/**
 * Adopts the screen's style sheet. Documents can adopt only sheets made in their own window; the page of a window that
 * the frame opens links the sheet instead, because browsers drop shorthands with variables when rules are read back.
 * @returns removes the styles again
 */
export function adoptStyles(document: Document): () => void {
  // Browsers without adopted style sheets show the same text unstyled.
  if (!document.adoptedStyleSheets || document.defaultView !== globalThis.window) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
