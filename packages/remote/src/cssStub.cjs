/** Stands in for `import sheet from './Button.css'` in tests: jsdom has no constructable style sheets. */
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

module.exports = new FakeStyleSheet()
