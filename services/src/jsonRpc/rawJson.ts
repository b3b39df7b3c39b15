/**
 * Extracts raw parts of a JSON text. If they are passed on verbatim, whole numbers beyond 2^53 do not change, as they
 * would if they were parsed (every Solana account has some).
 *
 * The text must be one that `JSON.parse` accepts.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** The index of the quote that closes the string at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** The parts between the outermost brackets, split at commas and colons, without surrounding whitespace. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) {
      index = endOfString(text, index)
    } else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      depth++
      if (depth === 1) start = index + 1
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) {
      depth--
      if (depth === 0) parts.push(text.slice(start, index).trim())
    } else if (depth === 1 && (char === COMMA || char === COLON)) {
      parts.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  // An empty array or object has one empty part.
  return parts.length === 1 && parts[0] === '' ? [] : parts
}

/** The elements of an array. */
export const rawElements = partsOf

/** The members of an object. If two have the same name, the last one counts, as in `JSON.parse`. */
export function rawMembers(text: string): ReadonlyMap<string, string> {
  const parts = partsOf(text)
  const members = new Map<string, string>()
  for (let index = 0; index + 1 < parts.length; index += 2) {
    members.set(JSON.parse(parts[index] ?? ''), parts[index + 1] ?? '')
  }
  return members
}
