import type { Visit } from '../browser/support/visit.ts'
import { fail, hang } from './routes.ts'
import type { Reasons, Scene } from './scene.ts'
import { byCode } from './steps.ts'

/** How visitors get to the views of wallets that they may not have installed. */

const DIRECTORY = '**/getWallets*'
const toAllWallets = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('all-wallets').click()
}
const toGetWallet = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId('help-button').click()
  await visitor.page.getByTestId('get-a-wallet-button').click()
}
const firstCard = (visitor: Visit) => visitor.page.locator('[data-testid^="wallet-search-item-"]').first()

export const DIRECTORY_SCENES: readonly Scene[] = [
  {
    view: 'AllWallets',
    state: 'filled',
    go: async (visitor) => {
      await toAllWallets(visitor)
      await firstCard(visitor).waitFor()
    },
  },
  { view: 'AllWallets', state: 'loading', prepare: hang(DIRECTORY), go: toAllWallets },
  {
    view: 'AllWallets',
    state: 'empty',
    go: async (visitor) => {
      await toAllWallets(visitor)
      await visitor.page.getByRole('searchbox').fill('no such wallet')
      await visitor.page.getByTestId('no-wallet-found').waitFor()
    },
  },
  {
    view: 'AllWallets',
    state: 'error',
    prepare: fail(DIRECTORY),
    go: async (visitor) => {
      await toAllWallets(visitor)
      await visitor.page.getByTestId('all-wallets-retry').waitFor()
    },
  },
  {
    view: 'GetWallet',
    state: 'filled',
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.locator('[data-testid^="get-wallet-"]').nth(3).waitFor()
    },
  },
  { view: 'GetWallet', state: 'loading', prepare: hang(DIRECTORY), go: toGetWallet },
  {
    view: 'GetWallet',
    state: 'error',
    prepare: fail(DIRECTORY),
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.getByTestId('get-wallet-explore').waitFor()
    },
  },
  {
    view: 'GetWallet',
    state: 'empty',
    prepare: (context) => context.route(DIRECTORY, (route) => route.fulfill({ json: { count: 0, data: [] } })),
    go: async (visitor) => {
      await toGetWallet(visitor)
      await visitor.page.getByTestId('get-wallet-explore').waitFor()
    },
  },
  {
    view: 'Downloads',
    state: 'filled',
    ...byCode,
    go: async (visitor) => {
      await toAllWallets(visitor)
      await firstCard(visitor).click()
      await visitor.page.getByTestId('get-wallet-button').click()
    },
  },
]

export const DIRECTORY_NOT_APPLICABLE: Reasons = {
  Downloads: { loading: 'links', empty: 'links', error: 'links' },
}
