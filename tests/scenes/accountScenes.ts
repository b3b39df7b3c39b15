import type { BrowserContext } from 'playwright-core'
import { answer } from '../browser/support/directory.ts'
import { HISTORY, madeUpHistory } from '../browser/support/history.ts'
import { stack } from '../browser/support/stack.ts'
import type { Visit } from '../browser/support/visit.ts'
import { chainRequests } from './chainRequests.ts'
import { cut, fail, hang } from './routes.ts'
import { ofRemote, type Scene } from './scene.ts'

/** The account, and the contents of its tabs. */

const BALANCES = '**/v1/account/*/balance*'

interface MadeUpToken {
  readonly name: string
  readonly symbol: string
  readonly numeric: string
  readonly price: number
  readonly decimals?: string
}
const COIN: MadeUpToken = { name: 'Ether', symbol: 'ETH', numeric: '9999.5', price: 3051.2, decimals: '18' }

/** The same tokens in every picture, whatever other tests did on the chain. */
const has = (tokens: readonly MadeUpToken[]) => (context: BrowserContext) =>
  context.route(BALANCES, (route) =>
    answer(route, {
      balances: tokens.map(({ name, symbol, numeric, price, decimals = '6' }, index) => ({
        name,
        symbol,
        chainId: 'eip155:31337',
        ...(name !== COIN.name && { address: `eip155:31337:0x${String(index).padStart(40, '0')}` }),
        price,
        quantity: { decimals, numeric },
        iconUrl: '',
      })),
    }),
  )
const FEW = [
  COIN,
  { name: 'USD Coin', symbol: 'USDC', numeric: '1250.5', price: 1 },
  { name: 'Dai Stablecoin', symbol: 'DAI', numeric: '40.000001', price: 0.9998 },
]
const MANY = [
  ...FEW,
  {
    name: 'A token whose founders could not agree on a name that is short',
    symbol: 'LONGSYMBOL',
    numeric: '12',
    price: 0,
  },
  { name: 'Much', symbol: 'MUCH', numeric: '12345678901234567890.123456', price: 0.0000001 },
  { name: 'Dust', symbol: 'DUST', numeric: '0.000001', price: 1 },
  ...Array.from({ length: 34 }, (_, index) => ({
    name: `Token ${index + 1}`,
    symbol: `T${index + 1}`,
    numeric: String(index + 1),
    price: 0.5,
  })),
]
/** Neither the node nor the service reports any assets. */
const hasNothing = async (context: BrowserContext) => {
  await context.route(`${stack.urls.anvil}/**`, (route) => {
    const { method, id } = route.request().postDataJSON() ?? {}
    return method === 'eth_getBalance'
      ? route.fulfill({ json: { jsonrpc: '2.0', id, result: '0x0' } })
      : route.continue()
  })
  await has([])(context)
}

const toAccount = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
}
const toTab = (tab: string) => async (visitor: Visit) => {
  await toAccount(visitor)
  await visitor.page.getByTestId(`tab-${tab}`).click()
}
const toTokens = async (visitor: Visit) => {
  await toAccount(visitor)
  await visitor.page.getByTestId('account-token-ETH').waitFor()
}

const history = (count: number) => madeUpHistory({ count, now: Date.UTC(2025, 2, 20, 12) })

export const ACCOUNT_SCENES: readonly Scene[] = [
  {
    view: 'Account',
    state: 'filled',
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-balance').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'loading',
    prepare: (context) => hang(chainRequests())(context),
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.locator('[data-skeleton]').first().waitFor()
    },
  },
  {
    view: 'Account',
    state: 'error',
    prepare: async (context) => {
      await cut(chainRequests())(context)
      await context.route('**/release-index.txt', (route) =>
        route.fulfill({ body: 'x', headers: { 'access-control-allow-origin': '*' } }),
      )
    },
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('features-retry').waitFor()
      await visitor.page.getByTestId('balance-retry').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'empty',
    // Nothing is on: there is no project, and the site switches everything off.
    query: { options: { projectId: null, debug: false, features: { receive: false, send: false } } },
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('account-balance').waitFor()
    },
  },
  { view: 'Account', state: 'loading', variant: 'tokens', prepare: hang(BALANCES), go: toAccount },
  {
    view: 'Account',
    state: 'empty',
    variant: 'tokens',
    prepare: hasNothing,
    go: async (visitor) => {
      await toAccount(visitor)
      await visitor.page.getByTestId('empty-tokens').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'error',
    variant: 'tokens',
    prepare: fail(BALANCES),
    go: async (visitor) => {
      await toAccount(visitor)
      await visitor.page.getByTestId('tokens-retry').waitFor()
    },
  },
  { view: 'Account', state: 'filled', variant: 'tokens', prepare: has(FEW), go: toTokens },
  { view: 'Account', state: 'filled', variant: 'manyTokens', prepare: has(MANY), go: toTokens },
  ...ofRemote('activity', [
    { view: 'AccountActivity', within: 'Account', state: 'loading', prepare: hang(HISTORY), go: toTab('activity') },
    {
      view: 'AccountActivity',
      within: 'Account',
      state: 'empty',
      prepare: history(0),
      go: async (visitor) => {
        await toTab('activity')(visitor)
        await visitor.page.getByTestId('empty-account-state').waitFor()
      },
    },
    {
      view: 'AccountActivity',
      within: 'Account',
      state: 'error',
      prepare: fail(HISTORY),
      go: async (visitor) => {
        await toTab('activity')(visitor)
        await visitor.page.getByTestId('activity-retry').waitFor()
      },
    },
    {
      view: 'AccountActivity',
      within: 'Account',
      state: 'filled',
      prepare: history(12),
      go: async (visitor) => {
        await toTab('activity')(visitor)
        await visitor.page.getByTestId('activity-entry').first().waitFor()
      },
    },
  ]),
]
