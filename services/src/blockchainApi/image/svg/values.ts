import { FUNCTIONS, PROPERTIES } from './vocabulary.ts'

/** A `url()` that refers to an element of the same document. */
const OWN_URL = /url\(\s*(["']?)#([\w.-]+)\1\s*\)/gi

/** Letters, numbers, and the punctuation of a path, a transformation, a color or a list of fonts. */
const CHARACTERS = /^[\w\s.,+\-()%#!/*'"]*$/
const QUOTED = /'[^']*'|"[^"]*"/g
const NAME_AT_END = /[\w-]*$/

/** The ids to which a value refers by `url()`. */
export const namedIn = (value: string): readonly string[] =>
  value.includes('(') ? [...value.matchAll(OWN_URL)].flatMap(([, , id]) => id ?? []) : []

/** More characters than the longest known name has. */
const NAME_CHARACTERS = 24

/** The name before each bracket. Each part is visited only once, because a value may be as long as the image. */
const functionsIn = (value: string): readonly string[] =>
  value
    .split('(')
    .slice(0, -1)
    .map((part) => NAME_AT_END.exec(part.slice(-NAME_CHARACTERS))?.[0].toLowerCase() ?? '')

/** Whether a value has only colors, numbers, names and in-document references: nothing to fetch, run or misread. */
export function isPlain(value: string, { isUrlAllowed = true } = {}): boolean {
  if (!CHARACTERS.test(value) || value.includes('/*')) return false
  // A string that is not closed makes the value invalid.
  if (/['"]/.test(value) && /['"]/.test(value.replace(QUOTED, ''))) return false
  if (!value.includes('(')) return true
  const rest = isUrlAllowed ? value.replace(OWN_URL, '') : value
  return functionsIn(rest).every((name) => name === '' || FUNCTIONS.has(name))
}

/** Removes comments. If a comment is not closed, everything after its start is removed. */
function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*')
  return [first, ...others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(' ')
}

/** The known declarations in the text of a `style` attribute or rule. */
export function plainDeclarations(css: string, options?: { readonly isUrlAllowed: boolean }): string {
  return withoutComments(css)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      return PROPERTIES.has(property) && value && isPlain(value, options) ? [`${property}:${value}`] : []
    })
    .join(';')
}

const SELECTORS = /^[\w\s.#,>*:-]+$/
const AT_RULE = /\s*@[^;{}]*(?:;|(?=\{))/y
const RULE = /([^{}@;]+)\{([^{}]*)\}/y
const END = /\s*$/y

/** A style sheet's known rules, without `url()`: drawn elements are counted from references in the elements only. */
export function plainRules(text: string): string {
  const css = withoutComments(text)
  const rules: string[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(css)
    if (match) at = pattern.lastIndex
    return match
  }
  while (!take(END)) {
    // At-rules are skipped: imports, fonts, and everything else that depends on the page.
    if (take(AT_RULE)) {
      if (css[at - 1] === ';') continue
      const end = closing(css, at)
      if (end === undefined) return ''
      at = end + 1
      continue
    }
    const [, selectors = '', declarations = ''] = take(RULE) ?? []
    if (!selectors) return ''
    const plain = plainDeclarations(declarations, { isUrlAllowed: false })
    if (plain && SELECTORS.test(selectors)) rules.push(`${selectors.trim()}{${plain}}`)
  }
  return rules.join('')
}

/** The index of the brace that closes the first opening brace at or after `from`. */
function closing(css: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at
  }
  return undefined
}
