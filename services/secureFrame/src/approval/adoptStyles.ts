import sheet from './approval.css'

/**
 * A sheet can be adopted by the document alone in whose window it was made. The page of the window that the frame opens links it:
 * of rules that are read back, browsers leave out what is said with variables in a shorthand.
 * @returns takes the styles away again
 */
export function adoptStyles(document: Document): () => void {
  // A browser without it shows the same words, unstyled.
  if (!document.adoptedStyleSheets || document.defaultView !== globalThis.window) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
