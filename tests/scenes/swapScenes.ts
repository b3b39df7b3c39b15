import { amountField, CONVERT, fillIn, openSwap, review, swapAction } from '../browser/support/swaps.ts'
import type { Visit } from '../browser/support/visit.ts'
import { cut, fail, hang } from './routes.ts'
import { ofRemote, type Reasons, type Scene } from './scene.ts'

/** How visitors get to the views of swapping. */

const BUILDING = '**/v1/convert/build-*'

const toSwap = async (visitor: Visit) => {
  await visitor.connect()
  await openSwap(visitor)
}

export const SWAP_SCENES: readonly Scene[] = ofRemote('swaps', [
  {
    view: 'Swap',
    state: 'filled',
    go: async (visitor) => {
      await toSwap(visitor)
      await visitor.page.getByTestId('swap-select-token-button-toToken').click()
      await visitor.page.getByTestId('swap-select-token-item-USDC').click()
      await amountField(visitor).fill('0.5')
      await visitor.page.getByTestId('swap-minimum').waitFor()
    },
  },
  { view: 'Swap', state: 'empty', go: toSwap },
  {
    view: 'Swap',
    state: 'loading',
    prepare: hang(CONVERT),
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('wallet-features-swaps-button').click()
    },
  },
  {
    view: 'Swap',
    state: 'error',
    prepare: fail(CONVERT),
    go: async (visitor) => {
      await visitor.connect()
      await visitor.openAccount()
      await visitor.page.getByTestId('wallet-features-swaps-button').click()
      await visitor.page.getByTestId('swap-retry').waitFor()
    },
  },
  {
    view: 'SwapSelectToken',
    state: 'filled',
    go: async (visitor) => {
      await toSwap(visitor)
      await visitor.page.getByTestId('swap-select-token-button-toToken').click()
      await visitor.page.getByTestId('swap-select-token-item-USDC').waitFor()
    },
  },
  {
    view: 'SwapSelectToken',
    state: 'empty',
    go: async (visitor) => {
      await toSwap(visitor)
      await visitor.page.getByTestId('swap-select-token-button-toToken').click()
      await visitor.view('SwapSelectToken').getByRole('searchbox').fill('nothing')
      await visitor.view('SwapSelectToken').getByRole('alert').waitFor()
    },
  },
  {
    view: 'SwapPreview',
    state: 'filled',
    go: async (visitor) => {
      await toSwap(visitor)
      await review(visitor, ['USDC', 'ETH'], '100')
    },
  },
  {
    view: 'SwapPreview',
    state: 'error',
    go: async (visitor) => {
      await toSwap(visitor)
      await cut(BUILDING)(visitor.context)
      await fillIn(visitor, ['USDC', 'ETH'], '100')
      await visitor.page.getByTestId('swap-retry').waitFor()
    },
  },
  {
    view: 'SwapPreview',
    state: 'loading',
    go: async (visitor) => {
      await toSwap(visitor)
      await hang(BUILDING)(visitor.context)
      await fillIn(visitor, ['USDC', 'ETH'], '100')
      await visitor.view('SwapPreview').waitFor()
    },
  },
  {
    view: 'SwapReceipt',
    state: 'filled',
    go: async (visitor) => {
      await toSwap(visitor)
      await review(visitor, ['ETH', 'USDC'], '0.001')
      await swapAction(visitor).click()
      await visitor.page.locator('[data-testid="swap-receipt"][data-phase="confirmed"]').waitFor()
    },
  },
])

export const SWAP_NOT_APPLICABLE: Reasons = {
  SwapSelectToken: { loading: 'the form has the list', error: 'the form says it' },
  SwapPreview: { empty: 'the form has something to swap' },
  SwapReceipt: {
    loading: 'a swap on its way is shown as such',
    empty: 'it is about one swap',
    error: 'shown by `tests/long/swapsBrowser.test.ts`: the chain has to refuse one',
  },
}
