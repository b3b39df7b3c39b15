import { object } from 'valibot'
import { Nothing, someTextUpTo } from '../bounds.ts'
import { EmailText } from '../email.ts'

/** The frame decides what a code is, and counts what is none as a try; here it is a text (rules.md §5). */
const CODE_MAX = 32

const Code = object({ otp: someTextUpTo(CODE_MAX) })
const Address = object({ email: EmailText })

/** Signing in by e-mail, and changing the address. */
export const emailRequests = {
  CONNECT_EMAIL: Address,
  /** Waits until the link in the mail has been followed. */
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Code,
  /** The new address. */
  UPDATE_EMAIL: Address,
  /** The code that went to the address of before. */
  UPDATE_EMAIL_PRIMARY_OTP: Code,
  /** The code that went to the new address. */
  UPDATE_EMAIL_SECONDARY_OTP: Code,
}
