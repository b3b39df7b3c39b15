import type { FoundMail } from '../../../services/testing/readMail.ts'
import { emailField, mailTo, typeCode } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** Replaces the address in the field with the current one, and saves. */
export async function typeAddress(visitor: Visit, address: string): Promise<void> {
  await visitor.view('UpdateEmailWallet').waitFor()
  await emailField(visitor).fill(address)
  await visitor.dialog.getByRole('button', { name: 'Save' }).click()
}

/** The next mail with a code: the old address also gets a link, because its wallet's shares are replaced. */
export async function codeMailTo(address: string, after?: FoundMail): Promise<FoundMail & { readonly code: string }> {
  let mail = await mailTo(address, after)
  while (mail.code === undefined) mail = await mailTo(address, mail)
  return { ...mail, code: mail.code }
}

/** Signs out, and signs in again with that address on the same device. */
export async function signInAgain(visitor: Visit, address: string, after?: FoundMail): Promise<void> {
  await visitor.onPage((modal) => modal.disconnect())
  await visitor.reads('status', 'disconnected')
  await visitor.open()
  await emailField(visitor).fill(address)
  await emailField(visitor).press('Enter')
  await visitor.page.getByTestId('wui-otp-input').waitFor()
  await typeCode(visitor, (await codeMailTo(address, after)).code)
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}
