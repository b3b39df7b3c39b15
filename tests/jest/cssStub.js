/** What `import sheet from './Button.css'` gives in a test: jsdom has no constructable style sheets. */
class FakeStyleSheet {
  /** @type {readonly CSSRule[]} */
  cssRules = []
  disabled = false
  replaceSync() {}
  insertRule() {
    return 0
  }
  deleteRule() {}
}

export default new FakeStyleSheet()
