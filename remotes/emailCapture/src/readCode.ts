import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** Arabic and Persian digits; in both blocks the low four bits are the value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The ASCII digits of typed or pasted text, up to the length of a code. */
export const readCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH)

export const isWhole = (code: string): boolean => code.length === CODE_LENGTH
