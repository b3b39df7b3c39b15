/** The frame is outside our shadow root, so its keyframes are in the document, under the protocol's names. */
const KEYFRAMES = `
@keyframes w3m-shake {
  0%, 100% { transform: none; }
  20%, 60% { transform: translateX(3px); }
  40%, 80% { transform: translateX(-3px); }
}
@keyframes w3m-iframe-zoom-in {
  from { transform: translateY(50px); opacity: 0; }
}
@keyframes w3m-iframe-zoom-in-mobile {
  from { transform: scale(0.95); opacity: 0; }
}`

/** Adds the keyframes to the document. Returns the undo. */
export function adoptKeyframes(): () => void {
  if (!('adoptedStyleSheets' in document)) return () => {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(KEYFRAMES)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}
