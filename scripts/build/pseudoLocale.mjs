/**
 * Pseudo-locales for looking and testing (CLDR names): `en-XA` is accented and a third longer, `ar-XB` runs from right to left.
 * Arguments and plural keywords stay as they are.
 */

const ACCENTS = new Map([...'aáAÁeéEÉiíIÍoóOÓuúUÚcçCÇnñNÑsšSŠyýYÝzžZŽ'.matchAll(/(.)(.)/gu)].map(([, a, b]) => [a, b]))

/** ICU: two apostrophes are one, and from one before a brace to the next one nothing is an argument. */
const QUOTED = /'(?:'|[{}](?:[^']|'')*(?:'|$))/y

/** The text outside of ICU arguments, through `change`. @param {string} pattern @param {(text: string) => string} change */
function mapText(pattern, change) {
  let out = ''
  let at = 0
  /** Option texts of plural and select are text again. @param {boolean} isNested */
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
        out += quoted
        at += quoted.length
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
    if (isPlain) {
      out += pattern.slice(at, end + 1)
      at = end + 1
      return
    }
    for (;;) {
      const char = pattern[at]
      if (at > end && char === '{') {
        out += char
        at++
        text(true)
        out += '}'
        at++
        continue
      }
      out += char
      at++
      if (char === '}' || at >= pattern.length) return
    }
  }
  text(false)
  return out
}

const accent = (/** @type {string} */ text) => [...text].map((char) => ACCENTS.get(char) ?? char).join('')

/** A third more, as German would be. @param {string} pattern */
export function lengthen(pattern) {
  const extra = '~'.repeat(Math.ceil(pattern.replace(/\{.*\}/g, '').length / 3))
  return `[${mapText(pattern, accent)}${extra}]`
}

/** Words in a right-to-left override, so that a mirrored layout can be read. @param {string} pattern */
export const mirror = (pattern) =>
  mapText(pattern, (text) => text.replace(/\p{L}(?:[\p{L}\p{N}]|[’'](?=\p{L}))*/gu, '\u202e$&\u202c'))

/** @param {Record<string, string>} english */
export const pseudoLocales = (english) => ({
  'en-XA': Object.fromEntries(Object.entries(english).map(([key, text]) => [key, lengthen(text)])),
  'ar-XB': Object.fromEntries(Object.entries(english).map(([key, text]) => [key, mirror(text)])),
})
