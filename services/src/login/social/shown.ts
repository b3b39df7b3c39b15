import { LABEL_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { EmailText } from '@portico/contracts/embeddedWallet/email'
import { safeParse } from 'valibot'

/** The e-mail address that a provider has confirmed; null if it is invalid. */
export function shownEmail(value: unknown): string | null {
  const result = safeParse(EmailText, value)
  return result.success ? result.output : null
}

/** A displayable name: without invisible characters or direction controls, and limited in length. */
export function shownName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .slice(0, LABEL_MAX * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  let name = ''
  for (const character of text) {
    if (name.length + character.length > LABEL_MAX) break
    name += character
  }
  return name.trim() || null
}
