/** The build makes a style sheet constructable (docs/decisions/0006), so it cannot affect the page's own styles. */
declare module '*.css' {
  const sheet: CSSStyleSheet
  export default sheet
}
