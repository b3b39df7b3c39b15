import { answer } from '../browser/support/directory.ts'
import type { Visit } from '../browser/support/visit.ts'
import { fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** How visitors get to the views of buying. */

const ONRAMP_OPTIONS = '**/v1/onramp/options?**'
const ONRAMP_QUOTE = '**/v1/onramp/quote?**'
const toProviders = async (visitor: Visit) => {
  await visitor.connect()
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-onramp-button').click()
}
const toBuying = async (visitor: Visit, amount = '') => {
  await toProviders(visitor)
  await visitor.page.getByTestId('onramp-provider-sandbox').click()
  await visitor.page.getByTestId('onramp-amount-input').fill(amount)
}
/** Opens the provider's window. */
const toPaying = async (visitor: Visit) => {
  await toBuying(visitor, '100')
  await visitor.page.getByTestId('onramp-quote').waitFor()
  const opening = visitor.context.waitForEvent('page')
  await visitor.page.getByTestId('onramp-buy').click()
  return opening
}

export const ONRAMP_SCENES: readonly Scene[] = ofRemote('onramp', [
  {
    view: 'OnRampProviders',
    state: 'filled',
    go: async (visitor) => {
      await toProviders(visitor)
      await visitor.page.getByTestId('onramp-provider-sandbox').waitFor()
    },
  },
  {
    view: 'OnRampProviders',
    state: 'empty',
    prepare: (context) =>
      context.route(ONRAMP_OPTIONS, (route) =>
        answer(route, { paymentCurrencies: [], purchaseCurrencies: [], providers: [] }),
      ),
    go: async (visitor) => {
      await toProviders(visitor)
      await visitor.view('OnRampProviders').locator('[role=status] .Statement-title').waitFor()
    },
  },
  { view: 'OnRampProviders', state: 'loading', prepare: hang(ONRAMP_OPTIONS), go: toProviders },
  {
    view: 'OnRampProviders',
    state: 'error',
    prepare: fail(ONRAMP_OPTIONS),
    go: async (visitor) => {
      await toProviders(visitor)
      await visitor.page.getByTestId('onramp-retry').waitFor()
    },
  },
  { view: 'OnRampBuy', state: 'empty', go: toBuying },
  {
    view: 'OnRampBuy',
    state: 'filled',
    go: async (visitor) => {
      await toBuying(visitor, '100')
      await visitor.page.getByTestId('onramp-quote').waitFor()
    },
  },
  { view: 'OnRampBuy', state: 'loading', prepare: hang(ONRAMP_QUOTE), go: (visitor) => toBuying(visitor, '100') },
  {
    view: 'OnRampBuy',
    state: 'error',
    prepare: fail(ONRAMP_QUOTE),
    go: async (visitor) => {
      await toBuying(visitor, '100')
      await visitor.page.getByTestId('onramp-quote-retry').waitFor()
    },
  },
  {
    view: 'OnRampBuy',
    state: 'error',
    variant: 'limit',
    go: async (visitor) => {
      await toBuying(visitor, '2500.01')
      await visitor.page.locator('[data-testid=onramp-amount-input][aria-invalid=true]').waitFor()
    },
  },
  {
    view: 'OnRampTokenSelect',
    state: 'filled',
    go: async (visitor) => {
      await toBuying(visitor)
      await visitor.page.getByTestId('onramp-token-button').click()
      await visitor.page.getByTestId('onramp-token-ETH').waitFor()
    },
  },
  {
    view: 'OnRampFiatSelect',
    state: 'filled',
    go: async (visitor) => {
      await toBuying(visitor)
      await visitor.page.getByTestId('onramp-fiat-button').click()
      await visitor.page.getByTestId('onramp-fiat-USD').waitFor()
    },
  },
  {
    view: 'BuyInProgress',
    state: 'filled',
    go: async (visitor) => {
      const popup = await toPaying(visitor)
      await popup.getByRole('button', { name: 'Pay' }).click()
      await visitor.page.getByTestId('onramp-done').waitFor()
      await popup.close()
    },
  },
  {
    view: 'BuyInProgress',
    state: 'loading',
    go: async (visitor) => {
      const popup = await toPaying(visitor)
      await popup.getByRole('button', { name: 'Pay' }).waitFor()
      await visitor.page.getByTestId('onramp-copy').waitFor()
    },
  },
  {
    view: 'BuyInProgress',
    state: 'error',
    prepare: fail('**/v1/generators/onrampurl?**'),
    go: async (visitor) => {
      await toBuying(visitor, '100')
      await visitor.page.getByTestId('onramp-buy').click()
      await visitor.page.getByTestId('onramp-again').waitFor()
    },
  },
  {
    view: 'BuyInProgress',
    state: 'error',
    variant: 'closed',
    go: async (visitor) => {
      const popup = await toPaying(visitor)
      await popup.getByRole('button', { name: 'Pay' }).waitFor()
      await popup.close()
      await visitor.page.getByTestId('onramp-open').waitFor()
    },
  },
  {
    view: 'WhatIsABuy',
    state: 'filled',
    go: async (visitor) => {
      await toProviders(visitor)
      await visitor.page.getByTestId('onramp-how').click()
      await visitor.page.getByTestId('onramp-what-buy').waitFor()
    },
  },
])

export const ONRAMP_NOT_APPLICABLE: Reasons = {
  OnRampTokenSelect: {
    loading: 'what is sold is known',
    empty: 'what sells nothing is not chosen',
    error: 'as OnRampBuy',
  },
  OnRampFiatSelect: { loading: 'what is taken is known', empty: 'as OnRampTokenSelect', error: 'as OnRampBuy' },
  BuyInProgress: { empty: 'it is about one purchase' },
  WhatIsABuy: { loading: 'text', empty: 'text', error: 'text' },
}
