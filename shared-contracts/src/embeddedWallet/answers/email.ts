import { object, picklist } from 'valibot'
import { Nothing } from '../bounds.ts'
import { EmailText } from '../email.ts'

export const emailAnswers = {
  /** The next step: to follow the link in the mail, to type the code in it, or nothing more. */
  CONNECT_EMAIL: object({ action: picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Nothing,
  /** Whether the previous address has to be confirmed before the new one. */
  UPDATE_EMAIL: object({ action: picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  UPDATE_EMAIL_PRIMARY_OTP: Nothing,
  UPDATE_EMAIL_SECONDARY_OTP: object({ newEmail: EmailText }),
}
