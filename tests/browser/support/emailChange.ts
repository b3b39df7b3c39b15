import type { FoundMail } from '../../../services/testing/readMail.ts'
import { emailField, mailTo, typeCode } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** Types another address into the field that holds the one of now, and saves it. */
export async function typeAddress(visitor: Visit, address: string): Promise<void> {
  await visitor.view('UpdateEmailWallet').waitFor()
  await emailField(visitor).fill(address)
  await visitor.dialog.getByRole('button', { name: 'Save' }).click()
}

/** The next mail with a code in it: the old address gets a link as well, as its wallet's shares are replaced. */
export async function codeMailTo(address: string, after?: FoundMail): Promise<FoundMail & { readonly code: string }> {
  let mail = await mailTo(address, after)
  while (mail.code === undefined) mail = await mailTo(address, mail)
  return { ...mail, code: mail.code }
}

/** Signs out, and in with that address on the same device. */
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
