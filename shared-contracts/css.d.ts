/**
 * The build turns a style sheet into a constructable one (docs/decisions/0006), so the page's own styles are untouched.
 */
declare module '*.css' {
  const sheet: CSSStyleSheet
  export default sheet
}
