import { inFrame, newAddress, signIn } from '../browser/support/embeddedWallet.ts'
import type { Visit } from '../browser/support/visit.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'
import { scene } from './walletSteps.ts'

/** How visitors get to the host's own views of the embedded wallet: by e-mail, each with a new address. */

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

export const WALLET_SCENES: readonly Scene[] = ofRemote('email', [
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
])

const TEXT = { loading: 'text', empty: 'text', error: 'text' } as const

export const WALLET_NOT_APPLICABLE: Reasons = {
  ApproveTransaction: {
    loading: 'a signed-in visitor has the frame',
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
