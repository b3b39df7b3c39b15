/**
 * The build turns a style sheet into a constructable one (docs/decisions/0006), so that it cannot affect the page's own
 * styles.
 */
declare module '*.css' {
  const sheet: CSSStyleSheet
  export default sheet
}
