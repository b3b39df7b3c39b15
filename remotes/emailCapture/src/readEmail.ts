import { EmailText } from '@portico/contracts/embeddedWallet/email'
import { safeParse } from 'valibot'

/** Trims a typed address; undefined if it is not valid. */
export function readEmail(text: string): string | undefined {
  const { success, output } = safeParse(EmailText, text)
  return success ? output : undefined
}
