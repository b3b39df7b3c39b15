/** The build turns a style sheet into a constructable one (docs/decisions/0006); nothing reaches the page's own styles. */
declare module '*.css' {
  const sheet: CSSStyleSheet
  export default sheet
}
