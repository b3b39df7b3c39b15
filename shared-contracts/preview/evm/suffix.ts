import { bytesOf, utf8Of } from '../bytes.ts'
import type { Hex, Line } from '../description.ts'
import { line, rawValue, textLine } from '../values.ts'

/** The ERC-8021 marker, with which a call ends when codes that name the site's builder are appended to it. */
const MARKER = '80218021802180218021802180218021'
/** ERC-8021's first schema ends in its number (a byte) and the marker, after the codes and their length (a byte). */
const CODES_END = `00${MARKER}`
const CODES = /^[\x21-\x7e]+$/

/** The codes, if the suffix contains nothing else. */
function codesOf(suffix: Hex): string | undefined {
  const digits = suffix.slice(2)
  if (!digits.endsWith(CODES_END)) return undefined
  const body = digits.slice(0, -CODES_END.length)
  const [codes, length] = [body.slice(0, -2), Number.parseInt(body.slice(-2), 16)]
  const text = codes.length / 2 === length ? utf8Of(bytesOf(`0x${codes}`)) : undefined
  return text !== undefined && CODES.test(text) ? text : undefined
}

/** Whether the bytes are builder codes and nothing else. */
export const isBuilderCode = (bytes: Hex): boolean => codesOf(bytes) !== undefined

/** Lines for data after a call's complete arguments. Such data does not change what the call does. */
export function suffixLines(suffix: Hex): Line[] {
  if (suffix === '0x') return []
  const codes = codesOf(suffix)
  return [codes === undefined ? line('preview.suffix', rawValue(suffix), true) : textLine('preview.builderCode', codes)]
}
