import { askForCode, emailField, mailTo, newAddress, signIn, typeCode } from '../browser/support/embeddedWallet.ts'
import type { Visit } from '../browser/support/visit.ts'
import { hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'
import { login, scene } from './walletSteps.ts'

/** How visitors get to the views of signing in by e-mail. Each signs up with a new address. */

const show = (visitor: Visit, view: 'EmailLogin' | 'UpdateEmailWallet') =>
  visitor.onPage((modal, wanted) => void modal.open({ view: wanted as never }), view)

const toField = async (visitor: Visit) => {
  // Loads the project configuration.
  await visitor.open()
  await emailField(visitor).waitFor()
  await visitor.close()
  await show(visitor, 'EmailLogin')
  await visitor.view('EmailLogin').getByTestId('wui-email-input').waitFor()
}

const toCode = async (visitor: Visit) => {
  await visitor.open()
  return askForCode(visitor, newAddress())
}

const wrongCode = async (visitor: Visit, right: string | undefined) => {
  await typeCode(visitor, right === '000000' ? '000001' : '000000')
  await visitor.dialog.getByRole('alert').waitFor()
}

const toUpdate = async (visitor: Visit) => {
  await signIn(visitor, newAddress())
  await show(visitor, 'UpdateEmailWallet')
  await visitor.view('UpdateEmailWallet').getByRole('textbox').waitFor()
}

const change = async (visitor: Visit, address: string) => {
  const field = visitor.view('UpdateEmailWallet').getByRole('textbox')
  await field.fill(address)
  await field.press('Enter')
}

const toPrimary = async (visitor: Visit) => {
  const old = newAddress()
  const code = await signIn(visitor, old)
  await show(visitor, 'UpdateEmailWallet')
  const changed = newAddress()
  await change(visitor, changed)
  await visitor.view('UpdateEmailPrimaryOtp').getByTestId('wui-otp-input').waitFor()
  return { changed, mail: await mailTo(old, code) }
}

const toSecondary = async (visitor: Visit) => {
  const { changed, mail } = await toPrimary(visitor)
  await typeCode(visitor, mail.code ?? '')
  await visitor.view('UpdateEmailSecondaryOtp').getByTestId('wui-otp-input').waitFor()
  return mailTo(changed)
}

export const EMAIL_SCENES: readonly Scene[] = ofRemote('email', [
  scene('EmailLogin', 'empty', toField),
  scene('EmailLogin', 'filled', async (visitor) => {
    await toField(visitor)
    await emailField(visitor).fill('ada.lovelace@example.org')
  }),
  scene(
    'EmailLogin',
    'loading',
    async (visitor) => {
      await toField(visitor)
      await emailField(visitor).fill(newAddress())
      const asked = visitor.page.waitForRequest(login('codes'))
      await emailField(visitor).press('Enter')
      await asked
    },
    { prepare: hang(login('codes')) },
  ),
  scene('EmailLogin', 'error', async (visitor) => {
    await toField(visitor)
    await emailField(visitor).fill('ada@example')
    await emailField(visitor).press('Enter')
    await visitor.dialog.getByRole('alert').waitFor()
  }),
  scene('EmailVerifyOtp', 'filled', async (visitor) => void (await toCode(visitor))),
  scene('EmailVerifyOtp', 'error', async (visitor) => wrongCode(visitor, (await toCode(visitor)).code)),
  scene(
    'EmailVerifyOtp',
    'loading',
    async (visitor) => {
      const { code } = await toCode(visitor)
      const asked = visitor.page.waitForRequest(login('codes/check'))
      await typeCode(visitor, code ?? '')
      await asked
    },
    { prepare: hang(login('codes/check')) },
  ),
  scene('UpdateEmailWallet', 'filled', toUpdate),
  scene(
    'UpdateEmailWallet',
    'loading',
    async (visitor) => {
      await toUpdate(visitor)
      const asked = visitor.page.waitForRequest(login('email'))
      await change(visitor, newAddress())
      await asked
    },
    { prepare: hang(login('email')) },
  ),
  scene('UpdateEmailPrimaryOtp', 'filled', async (visitor) => void (await toPrimary(visitor))),
  scene('UpdateEmailPrimaryOtp', 'error', async (visitor) => wrongCode(visitor, (await toPrimary(visitor)).mail.code)),
  scene(
    'UpdateEmailPrimaryOtp',
    'loading',
    async (visitor) => {
      const { mail } = await toPrimary(visitor)
      const asked = visitor.page.waitForRequest(login('email/check'))
      await typeCode(visitor, mail.code ?? '')
      await asked
    },
    { prepare: hang(login('email/check')) },
  ),
  scene('UpdateEmailSecondaryOtp', 'filled', async (visitor) => void (await toSecondary(visitor))),
  scene('UpdateEmailSecondaryOtp', 'error', async (visitor) => wrongCode(visitor, (await toSecondary(visitor)).code)),
])

const OTHERS = 'a link before the code is of other frames; ours confirms a device after the code'

export const EMAIL_NOT_APPLICABLE: Reasons = {
  EmailVerifyOtp: { empty: 'there is always an address' },
  EmailVerifyDevice: { loading: OTHERS, empty: OTHERS, error: OTHERS, filled: OTHERS },
  UpdateEmailWallet: {
    empty: 'there is always an address',
    error: 'Save waits for a sound one; a snack says the rest',
  },
  UpdateEmailPrimaryOtp: { empty: 'there is always an address' },
  UpdateEmailSecondaryOtp: { loading: 'as UpdateEmailPrimaryOtp', empty: 'there is always an address' },
}
