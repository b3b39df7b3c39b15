import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'

/** Arabic and Persian digits; in both blocks the low four bits are the value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

const HALF = CODE_LENGTH / 2

/** A code as written in mails, in one or two groups, with no adjacent digit. */
const WHOLE = new RegExp(`(?<!\\d)(\\d{${HALF}})[\\s\\-–]?(\\d{${HALF}})(?!\\d)`)

/** The ASCII digits of typed or pasted text. If the text contains a complete code, only that. */
export function readCode(text: string): string {
  const plain = text.normalize('NFKC').replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
  const [, first, second] = WHOLE.exec(plain) ?? []
  return first && second ? first + second : plain.replace(/\D/g, '').slice(0, CODE_LENGTH)
}
