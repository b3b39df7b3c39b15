import type { Locator, Request } from 'playwright-core'
import { parseUnits } from 'viem'
import type { Visit } from './visit.ts'

/** Helpers for sending. */

export const sendButton = ({ page }: Visit): Locator => page.getByTestId('send-button')
export const confirmButton = ({ page }: Visit): Locator => page.getByTestId('send-confirm-button')
/** Description of what the wallet will be asked to sign. */
export const words = (visitor: Visit): Locator => visitor.view('WalletSendPreview').getByTestId('request-preview')
/** The predicted outgoing amount. */
export const firstChange = (visitor: Visit): Locator => words(visitor).getByRole('status').getByRole('listitem').first()
/** Parses an amount on the screen (`0.000063 ETH`, `− 1,000.5 USDC`) into the smallest unit. */
export const amountIn = (text: string | null, decimals: number): bigint =>
  parseUnits((/\d[\d.,]*/.exec(text ?? '')?.[0] ?? '').replaceAll(',', ''), decimals)
/** The fee in the review, in the smallest unit. */
export const feeShown = async (visitor: Visit, decimals: number): Promise<bigint> =>
  amountIn(await visitor.view('WalletSendPreview').getByTestId('send-fee').textContent(), decimals)
export const outcome = ({ page }: Visit): Locator => page.getByTestId('send-outcome')

/** Opens the form from a connected page. */
export async function openSend(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('wallet-features-send-button').click()
  await visitor.view('WalletSend').waitFor()
}

/** Chooses a token by its symbol. */
export async function chooseToken(visitor: Visit, symbol: string): Promise<void> {
  await visitor.page.getByTestId('send-token-button').click()
  await visitor.view('WalletSendSelectToken').getByTestId(`send-token-${symbol}`).click()
  await visitor.view('WalletSend').getByTestId('send-amount-input').waitFor()
}

interface Sending {
  readonly symbol: string
  /** The amount as typed; the maximum if absent. */
  readonly amount?: string
  readonly to: string
}

/** Fills in the form. */
export async function fillSend(visitor: Visit, { symbol, amount, to }: Sending): Promise<void> {
  await openSend(visitor)
  await chooseToken(visitor, symbol)
  const form = visitor.view('WalletSend')
  await form.getByTestId('send-receiver-input').fill(to)
  if (amount !== undefined) {
    await form.getByTestId('send-amount-input').fill(amount)
    return
  }
  await form.getByTestId('send-max-button').click()
  await form.locator('[data-testid="send-amount-input"]:not([value=""])').waitFor()
}

/** Goes to the review and waits until it is complete. */
export async function review(visitor: Visit): Promise<void> {
  await sendButton(visitor).and(visitor.page.locator(':enabled')).click()
  await visitor.view('WalletSendPreview').waitFor()
  await confirmButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
}

/** Goes from a connected page to a sent transaction. @returns its id */
export async function sends(visitor: Visit, sending: Sending): Promise<string> {
  await fillSend(visitor, sending)
  await review(visitor)
  return confirms(visitor)
}

/** The wallet gets the request and approves it. @returns the transaction id */
export async function confirms(visitor: Visit): Promise<string> {
  await confirmButton(visitor).click()
  await outcome(visitor).waitFor()
  return (await outcome(visitor).getAttribute('data-hash')) ?? ''
}

/** Waits until the transaction has this phase. */
export const became = ({ page }: Visit, phase: string): Promise<void> =>
  page.locator(`[data-testid="send-outcome"][data-phase="${phase}"]`).waitFor()

/**
 * Advances the page's test clock while a transaction is pending, one network request at a time: a device that sleeps
 * longer than one interval starts over.
 */
export async function passTimeWhilePending(visitor: Visit, isQuestion: (request: Request) => boolean): Promise<void> {
  while ((await outcome(visitor).getAttribute('data-phase')) === 'pending') {
    const answered = visitor.page.waitForResponse((response) => isQuestion(response.request()))
    await visitor.page.clock.runFor(10_000)
    await (await answered).finished()
  }
}

/** Waits for a snack with this text. */
export const toldThat = ({ page }: Visit, text: string): Promise<void> =>
  page.getByTestId('wui-snackbar-message').getByText(text, { exact: true }).waitFor()
