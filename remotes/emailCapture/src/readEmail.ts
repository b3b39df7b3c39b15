import { EmailText } from '@portico/contracts/embeddedWallet/email'
import { safeParse } from 'valibot'

/** What was typed as an address, tidied up; undefined when it is none. */
export function readEmail(text: string): string | undefined {
  const { success, output } = safeParse(EmailText, text)
  return success ? output : undefined
}
