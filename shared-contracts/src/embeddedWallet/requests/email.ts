import { object } from 'valibot'
import { Nothing, someTextUpTo } from '../bounds.ts'
import { EmailText } from '../email.ts'

/** Any short text is accepted here (rules.md §5). The frame checks the code; a malformed one is a failed attempt. */
const CODE_MAX = 32

const Code = object({ otp: someTextUpTo(CODE_MAX) })
const Address = object({ email: EmailText })

/** Requests for signing in by e-mail, and for changing the address. */
export const emailRequests = {
  CONNECT_EMAIL: Address,
  /** Answered when the visitor has followed the link in the mail. */
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Code,
  /** The new address. */
  UPDATE_EMAIL: Address,
  /** The code sent to the previous address. */
  UPDATE_EMAIL_PRIMARY_OTP: Code,
  /** The code sent to the new address. */
  UPDATE_EMAIL_SECONDARY_OTP: Code,
}
