import type { Locator } from 'playwright-core'
import type { Visit } from './visit.ts'

/** Helpers for swaps. */

export const CONVERT = '**/v1/convert/**'

export const swapView = (visitor: Visit): Locator => visitor.view('Swap')
/** The button that continues, in the form and in the preview. */
export const swapAction = ({ page }: Visit): Locator => page.getByTestId('swap-action-button')
export const amountField = ({ page }: Visit): Locator => page.getByTestId('swap-input-sourceToken')

/** Opens the form from a connected page. */
export async function openSwap(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-swaps-button').click()
  await amountField(visitor).waitFor()
}

export async function chooseToken(visitor: Visit, target: 'sourceToken' | 'toToken', symbol: string): Promise<void> {
  const { page } = visitor
  await page
    .getByTestId(`swap-select-token-button-${target}`)
    .or(page.getByTestId(`swap-input-token-${target}`))
    .click()
  await visitor.view('SwapSelectToken').getByTestId(`swap-select-token-item-${symbol}`).click()
  await page.getByTestId(`swap-input-token-${target}`).getByText(symbol, { exact: true }).waitFor()
}

/** Fills in the form and continues. */
export async function fillIn(visitor: Visit, [from, to]: readonly [string, string], amount: string): Promise<void> {
  await chooseToken(visitor, 'toToken', to)
  await chooseToken(visitor, 'sourceToken', from)
  await amountField(visitor).fill(amount)
  await swapView(visitor).locator('[data-state=review]').waitFor()
  await swapAction(visitor).click()
}

/** Fills in the form, and waits until the preview is complete. */
export async function review(visitor: Visit, pair: readonly [string, string], amount: string): Promise<void> {
  await fillIn(visitor, pair, amount)
  await visitor.view('SwapPreview').getByTestId('request-preview').waitFor()
}

/** The full number of an amount that is cut off on the screen. */
export const wholeOf = async (amount: Locator): Promise<string> => (await amount.getAttribute('title')) ?? ''
