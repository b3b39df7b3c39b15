import { EmailText, emailIdentity } from '@portico/contracts/embeddedWallet/email'
import { safeParse } from 'valibot'

/** Trims a typed address; undefined if it is not valid. */
export function readEmail(text: string): string | undefined {
  const { success, output } = safeParse(EmailText, text)
  return success ? output : undefined
}

/** Whether both are the same address, ignoring case. */
export const isSameEmail = (one: string, other: string): boolean => emailIdentity(one) === emailIdentity(other)
