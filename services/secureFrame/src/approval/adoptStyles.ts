import sheet from './approval.css'

/** @returns takes the styles away again */
export function adoptStyles(document: Document): () => void {
  // A browser without it shows the same words, unstyled.
  if (!document.adoptedStyleSheets) return () => {}
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
