import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** The digits of Arabic and of Persian keyboards; in both blocks the last four bits are the value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The digits of what was typed or pasted, in ASCII, as many as a code has. */
export const readCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH)

export const isWhole = (code: string): boolean => code.length === CODE_LENGTH
