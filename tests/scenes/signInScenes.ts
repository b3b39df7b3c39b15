import { connectAndBeAsked, signButton, signInShop } from '../browser/support/signIn.ts'
import type { Visit } from '../browser/support/visit.ts'
import type { Reasons, Scene } from './scene.ts'

/** How visitors get to the view in which they sign in to the site. */

const signsIn = async (visitor: Visit, behaviour: string) => {
  await connectAndBeAsked(visitor)
  await visitor.inWallet((wallet, answer) => wallet.setBehaviour(answer), behaviour)
  await signButton(visitor).click()
}

export const SIGN_IN_SCENES: readonly Scene[] = [
  { view: 'SIWXSignMessage', state: 'filled', ...signInShop(), go: connectAndBeAsked },
  { view: 'SIWXSignMessage', state: 'loading', ...signInShop(), go: (visitor) => signsIn(visitor, 'hang') },
  {
    view: 'SIWXSignMessage',
    state: 'error',
    ...signInShop(),
    go: async (visitor) => {
      await signsIn(visitor, 'reject')
      await visitor.page.getByTestId('wui-snackbar-message').waitFor()
    },
  },
]

export const SIGN_IN_NOT_APPLICABLE: Reasons = {
  SIWXSignMessage: { empty: 'there is always something to sign' },
}
