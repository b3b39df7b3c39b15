/**
 * The colors of the modal's two themes. Sites can set `--portico-accent` and `--portico-on-accent`, or style the parts
 * `button`, `balance`, `avatar` and `text`.
 */
const CSS = `
:host { display: inline-block; font: 600 16px/22px var(--portico-font, system-ui, sans-serif) }
:host([hidden]) { display: none }
:host([size="sm"]) { font-size: 14px; --height: 36px }
button { all: unset; box-sizing: border-box; display: inline-flex; align-items: center; gap: 8px; height: var(--height, 44px);
  padding-inline: 16px; border-radius: 12px; cursor: pointer; white-space: nowrap; user-select: none;
  -webkit-tap-highlight-color: transparent; transition: filter 120ms }
.primary { background: var(--portico-accent, #7c8cff); color: var(--portico-on-accent, #0e0e10) }
.primary[data-theme="light"] { background: var(--portico-accent, #4353e8); color: var(--portico-on-accent, #fff) }
.quiet { background: #1e1e21; color: #f4f4f5 }
.quiet[data-theme="light"] { background: #f5f5f6; color: #17171a }
button:hover { filter: brightness(1.08) }
[data-theme="light"]:hover { filter: brightness(.95) }
button:active { filter: brightness(.9) }
button:focus-visible { outline: 2px solid var(--portico-accent, #7c8cff); outline-offset: 2px }
[data-theme="light"]:focus-visible { outline-color: var(--portico-accent, #4353e8) }
button:disabled { opacity: .55; cursor: default; filter: none }
[part="balance"] { font-weight: 500; padding-inline-end: 8px; border-inline-end: 1px solid rgb(128 128 128 / 40%) }
[part="avatar"] { inline-size: 22px; block-size: 22px; border-radius: 50%; background: hsl(var(--hue) 42% 50%); object-fit: cover }
@media (prefers-reduced-motion: reduce) { button { transition: none } }
@media (forced-colors: active) { button { border: 1px solid ButtonText } }
`

let sheet: CSSStyleSheet | undefined

/** Shared by all elements on the page. */
export function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
  }
  return sheet
}
