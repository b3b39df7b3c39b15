/** A catalogue of messages: ICU MessageFormat patterns, keyed by message key. */
export type Messages = Readonly<Record<string, string>>
export type MessageValues = Readonly<Record<string, string | number>>
/** The function that `useMessages` gives a view: it returns the text of a key in the visitor's language. */
export type Translate = (key: string, values?: MessageValues) => string

/**
 * Formats one ICU message: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {# …}}`, `{x, select, a {…} other
 * {…}}` and quoting with apostrophes. A property test compares it with `intl-messageformat`; decision 0005 explains why
 * we have our own. An unreadable pattern is shown unchanged, because a wrong sentence is better than a blank modal.
 */
export function formatMessage(pattern: string, values: MessageValues, locale: string): string {
  try {
    return new Reader(pattern, values, locale).message()
  } catch {
    return pattern
  }
}

/** Always caught in `formatMessage` and never shown, so it needs no text. */
const UNREADABLE = /* @__PURE__ */ new SyntaxError()

class Reader {
  private at = 0
  constructor(
    private readonly text: string,
    private readonly values: MessageValues,
    private readonly locale: string,
  ) {}

  /** Reads to the end, or to the brace that closes the surrounding option. `#` stands for `count`. */
  message(count?: number): string {
    let out = ''
    for (; this.at < this.text.length; ) {
      const char = this.text[this.at] as string
      if (char === '}') {
        if (this.depth > 0) return out
        throw UNREADABLE
      }
      if (char === '{') out += this.argument()
      else if (char === "'") out += this.quoted(count !== undefined)
      else {
        out += char === '#' && count !== undefined ? this.number(count) : char
        this.at++
      }
    }
    if (this.depth > 0) throw UNREADABLE
    return out
  }

  private depth = 0
  /** Above zero while an option is read only to find its end, so that the values in it may be missing. */
  private skipping = 0

  private argument(): string {
    this.expect('{')
    const name = this.word()
    if (this.accept('}')) return String(this.valueOf(name))
    this.expect(',')
    const type = this.word()
    if (type === 'number') {
      this.expect('}')
      return this.number(Number(this.valueOf(name)))
    }
    this.expect(',')
    const value = this.valueOf(name)
    if (type === 'plural') return this.choose(this.pluralKeys(Number(value)), Number(value))
    if (type === 'select') return this.choose([String(value)])
    throw UNREADABLE
  }

  /** Reads all options to the closing brace, then formats the first of `keys` that is among them, or else `other`. */
  private choose(keys: readonly string[], count?: number): string {
    const starts = new Map<string, number>()
    this.skipping++
    while (!this.accept('}')) {
      starts.set(this.word(), this.at)
      this.option(count)
    }
    this.skipping--
    const end = this.at
    const other = starts.get('other')
    if (other === undefined) throw UNREADABLE
    this.at = keys.map((key) => starts.get(key)).find((start) => start !== undefined) ?? other
    const out = this.option(count)
    this.at = end
    return out
  }

  private option(count?: number): string {
    this.expect('{')
    this.depth++
    const out = this.message(count)
    this.depth--
    this.expect('}')
    return out
  }

  private pluralKeys = (n: number) => [`=${n}`, new Intl.PluralRules(this.locale).select(n)]

  /**
   * `''` is an apostrophe. `'{`, `'}` and, in a plural, `'#` begin a quotation, which ends at the next single
   * apostrophe. Any other apostrophe is literal.
   */
  private quoted(inPlural: boolean): string {
    const next = this.text[this.at + 1]
    if (next === "'") {
      this.at += 2
      return "'"
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) {
      this.at++
      return "'"
    }
    let out = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      if (this.text[this.at] !== "'") out += this.text[this.at]
      else if (this.text[this.at + 1] === "'") {
        out += "'"
        this.at++
      } else {
        this.at++
        return out
      }
    }
    return out
  }

  private valueOf(name: string): string | number {
    const value = this.values[name]
    if (value !== undefined) return value
    if (this.skipping > 0) return ''
    throw UNREADABLE
  }

  private number = (value: number) => new Intl.NumberFormat(this.locale).format(value)

  private word(): string {
    this.space()
    const match = /^[^\s{},]+/.exec(this.text.slice(this.at))
    if (!match) throw UNREADABLE
    this.at += match[0].length
    return match[0]
  }

  private accept(char: string): boolean {
    this.space()
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }

  private expect(char: string): void {
    if (!this.accept(char)) throw UNREADABLE
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }
}
