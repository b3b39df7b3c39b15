import type { BrowserContext } from 'playwright-core'
import {
  askForCode,
  emailField,
  inFrame,
  mailTo,
  newAddress,
  signIn,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import type { Visit } from '../browser/support/visit.ts'
import type { Scene, State } from './scenes.ts'

/** How visitors get to the views of the embedded wallet. Each signs up with an address of their own. */

const { query } = withoutWallet()

const login = (path: string) => `${stack.urls.services}/login/v1/${path}**`
const hang = (pattern: string) => (context: BrowserContext) => context.route(pattern, () => new Promise(() => {}))
const cut = (pattern: string) => (context: BrowserContext) => context.route(pattern, (route) => route.abort())

const show = (visitor: Visit, view: 'EmailLogin' | 'UpdateEmailWallet') =>
  visitor.onPage((modal, wanted) => void modal.open({ view: wanted as never }), view)
const toField = async (visitor: Visit) => {
  // What the project has on is known then.
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

const press = (visitor: Visit, id: string) => visitor.page.getByTestId(`social-selector-${id}`).click()
const toAccount = async (visitor: Visit) => {
  await signIn(visitor, newAddress())
  await visitor.openAccount()
}
const toSettings = async (visitor: Visit) => {
  await toAccount(visitor)
  await visitor.page.getByTestId('account-settings-button').click()
  await visitor.view('AccountSettings').getByTestId('account-choose-name-button').waitFor()
}
const toName = async (visitor: Visit) => {
  await toSettings(visitor)
  await visitor.page.getByTestId('account-choose-name-button').click()
  await visitor.page.getByTestId('account-choose-name').click()
  await visitor.page.getByTestId('wui-ens-input').waitFor()
}

const scene = (view: string, state: State, go: Scene['go'], more: Partial<Scene> = {}): Scene => ({
  view,
  state,
  query,
  go,
  ...more,
})

export const WALLET_SCENES: readonly Scene[] = [
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

  scene('ConnectSocials', 'filled', async (visitor) => {
    await visitor.open()
    await press(visitor, 'more')
    await visitor.view('ConnectSocials').getByTestId('social-selector-facebook').waitFor()
  }),
  scene(
    'ConnectingSocial',
    'loading',
    async (visitor) => {
      await visitor.open()
      const asked = visitor.context.waitForEvent('request', (request) => request.url().includes('/social/start'))
      await press(visitor, 'google')
      await asked
    },
    { prepare: hang(login('social/start')) },
  ),
  scene(
    'ConnectingSocial',
    'error',
    async (visitor) => {
      await visitor.open()
      await press(visitor, 'google')
      await visitor.view('ConnectingSocial').getByRole('alert').waitFor()
    },
    { prepare: cut(login('social/start')) },
  ),
  scene(
    'ConnectingFarcaster',
    'filled',
    async (visitor) => {
      await visitor.open()
      await press(visitor, 'farcaster')
      await visitor.page.getByTestId('wui-qr-code').getByRole('img').waitFor()
    },
    { touch: false },
  ),
  scene(
    'ConnectingFarcaster',
    'loading',
    async (visitor) => {
      await visitor.open()
      await press(visitor, 'farcaster')
    },
    { prepare: hang(login('farcaster/start')), touch: false },
  ),
  scene(
    'ConnectingFarcaster',
    'error',
    async (visitor) => {
      await visitor.open()
      await press(visitor, 'farcaster')
      await visitor.view('ConnectingFarcaster').getByRole('alert').waitFor()
    },
    { prepare: cut(login('farcaster/start')), touch: false },
  ),

  scene('ApproveTransaction', 'filled', async (visitor) => {
    await signIn(visitor, newAddress())
    await visitor.page.getByTestId('sign-message-button').click()
    await inFrame(visitor).locator('[data-testid=approve][aria-disabled=false]').waitFor()
  }),
  scene('AccountSettings', 'filled', toSettings),
  scene('ChooseAccountName', 'filled', async (visitor) => {
    await toSettings(visitor)
    await visitor.page.getByTestId('account-choose-name-button').click()
    await visitor.page.getByTestId('account-choose-name').waitFor()
  }),
  scene('RegisterAccountName', 'empty', toName),
  scene('RegisterAccountName', 'filled', async (visitor) => {
    await toName(visitor)
    await visitor.page.getByTestId('wui-ens-input').fill('lovelace')
    await visitor.page.getByTestId('account-name-suggestion').first().waitFor()
  }),
  scene('RegisterAccountName', 'error', async (visitor) => {
    await toName(visitor)
    await visitor.page.getByTestId('wui-ens-input').fill('ab')
    await visitor.page.getByTestId('wui-ens-input').press('Enter')
    await visitor.dialog.getByRole('alert').waitFor()
  }),
]

const TEXT = { loading: 'text', empty: 'text', error: 'text' } as const
const OTHERS = 'a link before the code is of other frames; ours confirms a device after the code'

export const WALLET_NOT_APPLICABLE: Readonly<Record<string, Partial<Record<State, string>>>> = {
  EmailVerifyOtp: { empty: 'there is always an address' },
  EmailVerifyDevice: { loading: OTHERS, empty: OTHERS, error: OTHERS, filled: OTHERS },
  UpdateEmailWallet: {
    empty: 'there is always an address',
    error: 'Save waits for a sound one; a snack says the rest',
  },
  UpdateEmailPrimaryOtp: { empty: 'there is always an address' },
  UpdateEmailSecondaryOtp: { loading: 'as UpdateEmailPrimaryOtp', empty: 'there is always an address' },
  ConnectSocials: { loading: 'options', empty: 'without providers nothing leads there', error: 'nothing is asked for' },
  ConnectingSocial: { empty: 'it is about one provider', filled: 'success leaves it' },
  ConnectingFarcaster: { empty: 'a code is there or is on its way' },
  ApproveTransaction: {
    loading: 'whoever is signed in has the frame',
    empty: 'there is always something to approve',
    error: 'the frame says it, or one sentence where there is no frame',
  },
  AccountSettings: {
    loading: 'what it shows is there',
    empty: 'an account always has an address',
    error: 'nothing is asked for',
  },
  SmartAccountSettings: {
    loading: 'a button that turns while the frame answers',
    empty: 'it is about one account',
    error: 'a snack says it',
    filled: 'one button, with a bundler',
  },
  ChooseAccountName: TEXT,
  RegisterAccountName: { loading: 'suggestions come under what is there' },
  RegisterAccountNameSuccess: { ...TEXT, filled: 'text, after a name was given out' },
}
