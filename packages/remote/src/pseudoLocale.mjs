/**
 * Pseudo-locales for visual checks and tests (CLDR names): `en-XA` is accented and a third longer, `ar-XB` is
 * right-to-left. Arguments and plural keywords stay unchanged.
 */

const ACCENTS = new Map([...'aáAÁeéEÉiíIÍoóOÓuúUÚcçCÇnñNÑsšSŠyýYÝzžZŽ'.matchAll(/(.)(.)/gu)].map(([, a, b]) => [a, b]))

/**
 * ICU quoting: two apostrophes stand for one, and text from an apostrophe before a brace to the next one is literal.
 */
const QUOTED = /'(?:'|[{}](?:[^']|'')*(?:'|$))/y

/** Applies `change` to text outside ICU arguments. @param {string} pattern @param {(text: string) => string} change */
function mapText(pattern, change) {
  let out = ''
  let at = 0
  const copy = (length = 1) => {
    out += pattern.slice(at, at + length)
    at += length
  }
  /** The option texts of plural and select are text again. @param {boolean} isNested */
  const text = (isNested) => {
    let plain = ''
    const flush = () => {
      out += plain && change(plain)
      plain = ''
    }
    while (at < pattern.length) {
      const char = pattern[at]
      QUOTED.lastIndex = at
      const quoted = QUOTED.exec(pattern)?.[0]
      if (quoted) {
        flush()
        copy(quoted.length)
        continue
      }
      if (char === '}' && isNested) break
      if (char === '{') {
        flush()
        argument()
        continue
      }
      plain += char
      at++
    }
    flush()
  }
  const argument = () => {
    const end = pattern.slice(at).search(/[,}]/) + at
    const isPlain = pattern[end] === '}'
    if (isPlain) return copy(end + 1 - at)
    for (;;) {
      const char = pattern[at]
      if (at > end && char === '{') {
        copy()
        text(true)
        out += '}'
        at++
        continue
      }
      copy()
      if (char === '}' || at >= pattern.length) return
    }
  }
  text(false)
  return out
}

const accent = (/** @type {string} */ text) => [...text].map((char) => ACCENTS.get(char) ?? char).join('')

/** A third longer, like German. @param {string} pattern */
export function lengthen(pattern) {
  const extra = '~'.repeat(Math.ceil(pattern.replace(/\{.*\}/g, '').length / 3))
  return `[${mapText(pattern, accent)}${extra}]`
}

/** Wraps words in a right-to-left override, so that a mirrored layout can be read. @param {string} pattern */
export const mirror = (pattern) =>
  mapText(pattern, (text) => text.replace(/\p{L}(?:[\p{L}\p{N}]|[’'](?=\p{L}))*/gu, '\u202e$&\u202c'))

/** @param {Record<string, string>} english */
export const pseudoLocales = (english) => ({
  'en-XA': Object.fromEntries(Object.entries(english).map(([key, text]) => [key, lengthen(text)])),
  'ar-XB': Object.fromEntries(Object.entries(english).map(([key, text]) => [key, mirror(text)])),
})
