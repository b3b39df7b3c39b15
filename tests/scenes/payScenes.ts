import { setBalance, whileNothingIsMined } from '../browser/support/evmChain.ts'
import {
  asks,
  became,
  checkout,
  dollarsFor,
  etherFor,
  pays,
  testExchange,
  toExchange,
  toOrder,
  walletOption,
  words,
} from '../browser/support/pay.ts'
import { VISITOR, type Visit } from '../browser/support/visit.ts'
import { withoutEstimate } from './chainRequests.ts'
import { fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** How visitors get to the views of paying. */

const SHOP = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const EXCHANGES = '**/v1/json-rpc**'
const PLENTY = 10_000n * 10n ** 18n

const query = checkout()
const ask = async (visitor: Visit) => void (await asks(visitor, dollarsFor(SHOP, '12.5')))
const connectedAsk = async (visitor: Visit) => {
  await setBalance(VISITOR, PLENTY)
  await visitor.connect()
  await asks(visitor, etherFor(SHOP, '0.25'))
}

export const PAY_SCENES: readonly Scene[] = ofRemote('pay', [
  { view: 'Pay', state: 'loading', query, prepare: hang(EXCHANGES), go: ask },
  {
    view: 'Pay',
    state: 'error',
    query,
    go: async (visitor) => {
      await asks(visitor, etherFor(SHOP, '1e3'))
      await visitor.page.getByTestId('pay-close').waitFor()
    },
  },
  {
    view: 'Pay',
    state: 'error',
    variant: 'exchanges',
    query,
    prepare: fail(EXCHANGES),
    go: async (visitor) => {
      await ask(visitor)
      await visitor.page.getByTestId('pay-exchanges-retry').waitFor()
    },
  },
  {
    view: 'Pay',
    state: 'empty',
    query,
    go: async (visitor) => {
      await visitor.onPage((modal) => modal.open({ view: 'Pay' }))
      await visitor.page.getByTestId('pay-close').waitFor()
    },
  },
  {
    view: 'Pay',
    state: 'filled',
    query,
    go: async (visitor) => {
      await connectedAsk(visitor)
      await testExchange(visitor).waitFor()
    },
  },
  {
    view: 'PayQuote',
    state: 'loading',
    query,
    prepare: withoutEstimate,
    go: async (visitor) => {
      await connectedAsk(visitor)
      await walletOption(visitor).click()
      await visitor.view('PayQuote').waitFor()
    },
  },
  {
    view: 'PayQuote',
    state: 'error',
    query,
    go: async (visitor) => {
      await visitor.connect()
      await asks(visitor, etherFor(SHOP, '1000000'))
      await toOrder(visitor)
      await visitor.view('PayQuote').getByRole('alert').waitFor()
    },
  },
  {
    view: 'PayQuote',
    state: 'filled',
    query,
    go: async (visitor) => {
      await connectedAsk(visitor)
      await toOrder(visitor)
      await words(visitor).getByRole('status').getByRole('listitem').first().waitFor()
    },
  },
  {
    view: 'PayQuote',
    state: 'filled',
    variant: 'exchange',
    query,
    go: async (visitor) => {
      await ask(visitor)
      await testExchange(visitor).click()
      await visitor.page.getByTestId('pay-continue-button').waitFor()
    },
  },
  {
    view: 'PayLoading',
    state: 'loading',
    query,
    go: (visitor) =>
      whileNothingIsMined(async () => {
        await connectedAsk(visitor)
        await toOrder(visitor)
        await pays(visitor)
        await became(visitor, 'pending')
      }),
  },
  {
    view: 'PayLoading',
    state: 'loading',
    variant: 'exchange',
    query,
    go: async (visitor) => {
      await ask(visitor)
      await toExchange(visitor)
      await became(visitor, 'open')
    },
  },
  {
    view: 'PayLoading',
    state: 'error',
    query,
    go: async (visitor) => {
      await ask(visitor)
      const popup = await toExchange(visitor)
      await popup.getByRole('button', { name: 'Decline' }).click()
      await became(visitor, 'failed')
    },
  },
  {
    view: 'PayLoading',
    state: 'filled',
    query,
    go: async (visitor) => {
      await connectedAsk(visitor)
      await toOrder(visitor)
      await pays(visitor)
      await became(visitor, 'success')
    },
  },
])

export const PAY_NOT_APPLICABLE: Reasons = {
  PayQuote: { empty: 'what is owed can always be chosen to pay with' },
  PayLoading: { empty: 'it is about one payment' },
}
