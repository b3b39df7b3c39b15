import type { Locator } from 'playwright-core'
import type { Visit } from './visit.ts'

/** What tests say about swaps. */

export const CONVERT = '**/v1/convert/**'

export const swapView = (visitor: Visit): Locator => visitor.view('Swap')
/** The one button that leads on, of the form and of the preview. */
export const swapAction = ({ page }: Visit): Locator => page.getByTestId('swap-action-button')
export const amountField = ({ page }: Visit): Locator => page.getByTestId('swap-input-sourceToken')

/** From a page that is connected to the form. */
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

/** Fills the form in and goes on. */
export async function fillIn(visitor: Visit, [from, to]: readonly [string, string], amount: string): Promise<void> {
  await chooseToken(visitor, 'toToken', to)
  await chooseToken(visitor, 'sourceToken', from)
  await amountField(visitor).fill(amount)
  await swapView(visitor).locator('[data-state=review]').waitFor()
  await swapAction(visitor).click()
}

/** The same, and waits until the preview says what is to be signed. */
export async function review(visitor: Visit, pair: readonly [string, string], amount: string): Promise<void> {
  await fillIn(visitor, pair, amount)
  await visitor.view('SwapPreview').getByTestId('request-preview').waitFor()
}

/** The whole number that stands for one that is cut off. */
export const wholeOf = async (amount: Locator): Promise<string> => (await amount.getAttribute('title')) ?? ''
