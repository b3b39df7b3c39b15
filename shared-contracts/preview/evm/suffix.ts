import { bytesOf, utf8Of } from '../bytes.ts'
import type { Hex, Line } from '../description.ts'
import { line, rawValue, textLine } from '../values.ts'

/** ERC-8021: what marks the end of a call to which codes are added that say who has built the site. */
const MARKER = '80218021802180218021802180218021'
/** Its first schema: codes, their length in one byte, the schema in one byte, and the marker. */
const CODES_END = `00${MARKER}`
const CODES = /^[\x21-\x7e]+$/

/** The codes, where the bytes are these and nothing else. */
function codesOf(suffix: Hex): string | undefined {
  const digits = suffix.slice(2)
  if (!digits.endsWith(CODES_END)) return undefined
  const body = digits.slice(0, -CODES_END.length)
  const [codes, length] = [body.slice(0, -2), Number.parseInt(body.slice(-2), 16)]
  const text = codes.length / 2 === length ? utf8Of(bytesOf(`0x${codes}`)) : undefined
  return text !== undefined && CODES.test(text) ? text : undefined
}

/** Whether bytes are builder codes and nothing else. */
export const isBuilderCode = (bytes: Hex): boolean => codesOf(bytes) !== undefined

/** What follows a call whose arguments are complete. It changes nothing of what the call does. */
export function suffixLines(suffix: Hex): Line[] {
  if (suffix === '0x') return []
  const codes = codesOf(suffix)
  return [codes === undefined ? line('preview.suffix', rawValue(suffix), true) : textLine('preview.builderCode', codes)]
}
