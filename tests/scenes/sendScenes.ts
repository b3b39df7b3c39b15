import type { BrowserContext } from 'playwright-core'
import { answer } from '../browser/support/directory.ts'
import { DOLLAR, mintDollars, whileNothingIsMined } from '../browser/support/evmChain.ts'
import {
  chooseToken,
  confirmButton,
  fillSend,
  firstChange,
  openSend,
  outcome,
  review,
  sendButton,
  sends,
} from '../browser/support/sending.ts'
import { stack } from '../browser/support/stack.ts'
import { VISITOR, type Visit } from '../browser/support/visit.ts'
import { WALLET_NAMES } from '../browser/support/wallets.ts'
import { chainRequests, withoutEstimate } from './chainRequests.ts'
import { fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** How visitors get to the views of sending. */

const TO = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const BALANCES = '**/v1/account/*/balance*'
const DOLLARS = 1_000_000n

const files = () => `${stack.urls.remotes.send}/**`
const noPriceOfGas = (context: BrowserContext) =>
  context.route(chainRequests(), (route) =>
    route.request().postData()?.includes('eth_gasPrice') ? route.abort() : route.continue(),
  )

const toForm = async (visitor: Visit) => {
  await visitor.connect()
  await openSend(visitor)
}
const toButton = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-send-button').click()
}
const toTokens = async (visitor: Visit) => {
  await toForm(visitor)
  await visitor.page.getByTestId('send-token-button').click()
}
const filled = async (visitor: Visit) => {
  await mintDollars(VISITOR, 100n * DOLLARS)
  await visitor.connect()
  await fillSend(visitor, { symbol: DOLLAR.symbol, amount: '12.5', to: TO })
}
const pending = (visitor: Visit) =>
  whileNothingIsMined(async () => {
    await visitor.connect()
    const hash = await sends(visitor, { symbol: 'ETH', amount: '0.5', to: TO })
    await outcome(visitor).waitFor()
    return hash
  })
/** The node reports this status, for pictures of a transient state. */
const carriedOut = (status: '0x0' | '0x1') => (context: BrowserContext) =>
  context.route(chainRequests(), async (route) => {
    const { method, id } = route.request().postDataJSON() ?? {}
    if (method !== 'eth_getTransactionReceipt') return route.continue()
    return route.fulfill({ json: { jsonrpc: '2.0', id, result: { status } } })
  })
const done = async (visitor: Visit) => {
  await visitor.connect()
  await sends(visitor, { symbol: 'ETH', amount: '0.5', to: TO })
  await visitor.page.locator('[data-testid="send-outcome"]:not([data-phase="pending"])').waitFor()
}

/** The chain's second development account. */
const BITCOIN_TO = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
/** The same coin, price and fees in every picture. */
const withBitcoin = async (context: BrowserContext) => {
  const coin = { name: 'Bitcoin', symbol: 'BTC', chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', price: 60_000 }
  const balances = [{ ...coin, value: 600, quantity: { decimals: '8', numeric: '0.01' }, iconUrl: '' }]
  const unspent = [{ txid: 'a'.repeat(64), vout: 0, value: 1_000_000, status: { confirmed: true } }]
  await context.route(BALANCES, (route) => answer(route, { balances }))
  await context.route('**/address/*/utxo', (route) => answer(route, unspent))
  await context.route('**/fee-estimates', (route) => answer(route, { '1': 21.4, '3': 12.1, '6': 5 }))
}
const toSpeeds = async (visitor: Visit) => {
  await visitor.open()
  await visitor.page.getByTestId(`wallet-selector-${WALLET_NAMES.xverse.toLowerCase()}`).click()
  await visitor.dialog.waitFor({ state: 'detached' })
  await fillSend(visitor, { symbol: 'BTC', amount: '0.0025', to: BITCOIN_TO })
  await review(visitor)
  await visitor.page.getByTestId('send-speed-fast').check()
  await confirmButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
}

export const SEND_SCENES: readonly Scene[] = ofRemote('send', [
  { view: 'WalletSend', state: 'loading', prepare: (context) => hang(files())(context), go: toButton },
  {
    view: 'WalletSend',
    state: 'error',
    prepare: (context) => fail(files())(context),
    go: async (visitor) => {
      await toButton(visitor)
      await visitor.page.getByTestId('view-retry').waitFor()
    },
  },
  { view: 'WalletSend', state: 'empty', go: toForm },
  {
    view: 'WalletSend',
    state: 'filled',
    go: async (visitor) => {
      await filled(visitor)
      await sendButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
    },
  },
  {
    view: 'WalletSend',
    state: 'filled',
    variant: 'wrong',
    go: async (visitor) => {
      await toForm(visitor)
      await chooseToken(visitor, 'ETH')
      await visitor.page.getByTestId('send-amount-input').fill('1000000')
      await visitor.page.getByTestId('send-receiver-input').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    },
  },
  { view: 'WalletSendSelectToken', state: 'loading', prepare: hang(BALANCES), go: toTokens },
  {
    view: 'WalletSendSelectToken',
    state: 'error',
    prepare: fail(BALANCES),
    go: async (visitor) => {
      await toTokens(visitor)
      await visitor.view('WalletSendSelectToken').getByRole('alert').waitFor()
    },
  },
  {
    view: 'WalletSendSelectToken',
    state: 'empty',
    prepare: (context) => context.route(BALANCES, (route) => answer(route, { balances: [] })),
    go: async (visitor) => {
      await toTokens(visitor)
      await visitor.view('WalletSendSelectToken').getByRole('alert').waitFor()
    },
  },
  {
    view: 'WalletSendSelectToken',
    state: 'filled',
    go: async (visitor) => {
      await toTokens(visitor)
      await visitor.page.getByTestId('send-token-ETH').waitFor()
    },
  },
  {
    view: 'WalletSendPreview',
    state: 'loading',
    prepare: withoutEstimate,
    go: async (visitor) => {
      await filled(visitor)
      await sendButton(visitor).click()
      await visitor.view('WalletSendPreview').waitFor()
    },
  },
  {
    view: 'WalletSendPreview',
    state: 'error',
    prepare: (context) => noPriceOfGas(context),
    go: async (visitor) => {
      await filled(visitor)
      await sendButton(visitor).click()
      await visitor.page.getByTestId('send-retry').waitFor()
    },
  },
  {
    view: 'WalletSendPreview',
    state: 'filled',
    go: async (visitor) => {
      await filled(visitor)
      await review(visitor)
      await firstChange(visitor).waitFor()
    },
  },
  {
    view: 'WalletSendPreview',
    state: 'filled',
    variant: 'speeds',
    query: { families: 'bip122', xverse: 'ok' },
    prepare: withBitcoin,
    go: toSpeeds,
  },
  { view: 'WalletSendConfirmed', state: 'loading', go: async (visitor) => void (await pending(visitor)) },
  {
    view: 'WalletSendConfirmed',
    state: 'error',
    prepare: (context) => carriedOut('0x0')(context),
    go: done,
  },
  {
    view: 'WalletSendConfirmed',
    state: 'filled',
    prepare: (context) => carriedOut('0x1')(context),
    go: done,
  },
])

export const SEND_NOT_APPLICABLE: Reasons = {
  WalletSendPreview: { empty: 'without anything to send nothing leads there' },
  WalletSendConfirmed: { empty: 'it is about one transaction' },
}
