import { stack } from '../browser/support/stack.ts'
import type { Visit } from '../browser/support/visit.ts'
import { fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** How visitors get to the views of their own address. */

const receiveFiles = () => `${stack.urls.remotes.receive}/**`
const toReceive = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-receive-button').click()
}

export const RECEIVE_SCENES: readonly Scene[] = ofRemote('receive', [
  {
    view: 'WalletReceive',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openReceive()
    },
  },
  {
    view: 'WalletReceive',
    state: 'loading',
    prepare: (context) => hang(receiveFiles())(context),
    go: async (visitor) => {
      await toReceive(visitor)
      await visitor.page.locator('[data-skeleton]').first().waitFor()
    },
  },
  {
    view: 'WalletReceive',
    state: 'error',
    prepare: (context) => fail(receiveFiles())(context),
    go: async (visitor) => {
      await toReceive(visitor)
      await visitor.page.getByTestId('view-retry').waitFor()
    },
  },
  {
    view: 'WalletCompatibleNetworks',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openReceive()
      await visitor.page.getByTestId('receive-networks-button').click()
    },
  },
])

export const RECEIVE_NOT_APPLICABLE: Reasons = {
  WalletReceive: { empty: 'an account always has an address' },
  WalletCompatibleNetworks: {
    loading: 'networks are options',
    empty: 'an account is on a network',
    error: 'nothing is asked for',
  },
}
