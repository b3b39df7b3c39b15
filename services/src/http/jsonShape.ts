/** The limits of a JSON text. The cost of parsing depends on values and depth, not on bytes. */
export interface JsonShape {
  /** The nesting of arrays and objects. */
  readonly depth: number
  /** The number of array elements and object members, at all depths together. */
  readonly values: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The index of the quote that closes the string at `start`, or the length of the text if there is no such quote. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === BACKSLASH) index++
    else if (char === QUOTE) return index
  }
  return text.length
}

/**
 * Measures a text before it is parsed, in one pass that stops at a limit.
 * @returns whether the text is within the limits; also true for text that is not JSON, which the parser rejects at once
 */
export function fitsShape(text: string, { depth: depthMax, values: valuesMax }: JsonShape): boolean {
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) index = endOfString(text, index)
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      depth++
      values++
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth--
    else if (char === COMMA) values++
    if (depth > depthMax || values > valuesMax) return false
  }
  return true
}
