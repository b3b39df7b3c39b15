import { object, picklist } from 'valibot'
import { Nothing } from '../bounds.ts'
import { EmailText } from '../email.ts'

export const emailAnswers = {
  /** The next step: following the link in the mail, typing its code, or nothing. */
  CONNECT_EMAIL: object({ action: picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Nothing,
  /** Whether the previous address has to be confirmed first. */
  UPDATE_EMAIL: object({ action: picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  UPDATE_EMAIL_PRIMARY_OTP: Nothing,
  UPDATE_EMAIL_SECONDARY_OTP: object({ newEmail: EmailText }),
}
