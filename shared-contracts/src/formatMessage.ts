/** A catalogue of messages: ICU MessageFormat patterns by key. */
export type Messages = Readonly<Record<string, string>>
export type MessageValues = Readonly<Record<string, string | number>>
/** What `useMessages` gives a view: the text of a key in the visitor's language. */
export type Translate = (key: string, values?: MessageValues) => string

/**
 * Formats one ICU message: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {# …}}`, `{x, select, a {…} other {…}}`
 * and apostrophe quoting. A property test holds it against `intl-messageformat`; why it is our own: decision 0005.
 * A pattern that cannot be read is shown as it stands, because a wrong sentence is better than a blank window.
 */
export function formatMessage(pattern: string, values: MessageValues, locale: string): string {
  try {
    return new Reader(pattern, values, locale).message()
  } catch {
    return pattern
  }
}

class Reader {
  private at = 0
  constructor(
    private readonly text: string,
    private readonly values: MessageValues,
    private readonly locale: string,
  ) {}

  /** Reads to the end, or to the brace that closes the surrounding option. `count` is what `#` stands for. */
  message(count?: number): string {
    let out = ''
    for (; this.at < this.text.length; ) {
      const char = this.text[this.at] as string
      if (char === '}') {
        if (this.depth > 0) return out
        throw new SyntaxError('unbalanced brace')
      }
      if (char === '{') out += this.argument(count)
      else if (char === "'") out += this.quoted(count !== undefined)
      else {
        out += char === '#' && count !== undefined ? this.number(count) : char
        this.at++
      }
    }
    if (this.depth > 0) throw new SyntaxError('unclosed brace')
    return out
  }

  private depth = 0

  private argument(count?: number): string {
    this.expect('{')
    const name = this.word()
    if (this.accept('}')) return this.plain(this.valueOf(name))
    this.expect(',')
    const type = this.word()
    if (type === 'number') {
      this.expect('}')
      return this.number(Number(this.valueOf(name)))
    }
    this.expect(',')
    const value = this.valueOf(name)
    const inner = type === 'plural' ? Number(value) : count
    const chosen = type === 'plural' ? this.pluralKeys(Number(value)) : [String(value), 'other']
    const options = new Map<string, string>()
    while (!this.accept('}')) options.set(this.word(), this.option(inner))
    const key = chosen.find((candidate) => options.has(candidate))
    if (key === undefined) throw new SyntaxError(`no option for ${name}`)
    return options.get(key) as string
  }

  private option(count?: number): string {
    this.expect('{')
    this.depth++
    const out = this.message(count)
    this.depth--
    this.expect('}')
    return out
  }

  private pluralKeys = (n: number) => [`=${n}`, new Intl.PluralRules(this.locale).select(n), 'other']

  /** `''` is an apostrophe; `'{` begins a quotation that ends at the next apostrophe; any other one is itself. */
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
    if (value === undefined) throw new SyntaxError(`no value for ${name}`)
    return value
  }

  private plain = (value: string | number) => (typeof value === 'number' ? this.number(value) : value)
  private number = (value: number) => new Intl.NumberFormat(this.locale).format(value)

  private word(): string {
    this.space()
    const match = /^[^\s{},]+/.exec(this.text.slice(this.at))
    if (!match) throw new SyntaxError('word expected')
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
    if (!this.accept(char)) throw new SyntaxError(`${char} expected`)
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }
}
