import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** The digits of Arabic and of Persian keyboards; in both blocks the last four bits are the value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

const HALF = CODE_LENGTH / 2

/** A code as mails write it, in one piece or in two, with no further digit beside it. */
const WHOLE = new RegExp(`(?<!\\d)(\\d{${HALF}})[\\s\\-–]?(\\d{${HALF}})(?!\\d)`)

/** The digits of what was typed or pasted, in ASCII. Where a whole code stands among other words, that alone. */
export function readCode(text: string): string {
  const plain = text.normalize('NFKC').replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
  const [, first, second] = WHOLE.exec(plain) ?? []
  return first && second ? first + second : plain.replace(/\D/g, '').slice(0, CODE_LENGTH)
}
