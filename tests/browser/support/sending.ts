import type { Locator, Request } from 'playwright-core'
import { parseUnits } from 'viem'
import type { Visit } from './visit.ts'

/** What tests say about sending. */

export const sendButton = ({ page }: Visit): Locator => page.getByTestId('send-button')
export const confirmButton = ({ page }: Visit): Locator => page.getByTestId('send-confirm-button')
/** What the wallet will be asked for, in words. */
export const words = (visitor: Visit): Locator => visitor.view('WalletSendPreview').getByTestId('request-preview')
/** What leaves the account, as it was found out. */
export const firstChange = (visitor: Visit): Locator => words(visitor).getByRole('status').getByRole('listitem').first()
/** What an amount on the screen is, in the smallest unit: `0.000063 ETH`, `− 1,000.5 USDC`. */
export const amountIn = (text: string | null, decimals: number): bigint =>
  parseUnits((/\d[\d.,]*/.exec(text ?? '')?.[0] ?? '').replaceAll(',', ''), decimals)
/** The fee that the review names, in the smallest unit. */
export const feeShown = async (visitor: Visit, decimals: number): Promise<bigint> =>
  amountIn(await visitor.view('WalletSendPreview').getByTestId('send-fee').textContent(), decimals)
export const outcome = ({ page }: Visit): Locator => page.getByTestId('send-outcome')

/** From a page that is connected to the form. */
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
  /** As it is typed; absent: all there is. */
  readonly amount?: string
  readonly to: string
}

/** Fills the form in. */
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

/** To the review, until everything is known. */
export async function review(visitor: Visit): Promise<void> {
  await sendButton(visitor).and(visitor.page.locator(':enabled')).click()
  await visitor.view('WalletSendPreview').waitFor()
  await confirmButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
}

/** From a page that is connected to what becomes of it. Answers with what it is known by. */
export async function sends(visitor: Visit, sending: Sending): Promise<string> {
  await fillSend(visitor, sending)
  await review(visitor)
  return confirms(visitor)
}

/** The wallet is asked, and says yes. Answers with what the transaction is known by. */
export async function confirms(visitor: Visit): Promise<string> {
  await confirmButton(visitor).click()
  await outcome(visitor).waitFor()
  return (await outcome(visitor).getAttribute('data-hash')) ?? ''
}

/** Waits until this has become of it. */
export const became = ({ page }: Visit, phase: string): Promise<void> =>
  page.locator(`[data-testid="send-outcome"][data-phase="${phase}"]`).waitFor()

/**
 * Lets time pass while it is on its way, a question to the network at a time: who sleeps longer than one starts anew. The page
 * has a clock of the test's.
 */
export async function passTimeWhilePending(visitor: Visit, isQuestion: (request: Request) => boolean): Promise<void> {
  while ((await outcome(visitor).getAttribute('data-phase')) === 'pending') {
    const asked = visitor.page.waitForResponse((response) => isQuestion(response.request()))
    await visitor.page.clock.runFor(10_000)
    await (await asked).finished()
  }
}

/** Waits for a message at the edge of the window. */
export const toldThat = ({ page }: Visit, text: string): Promise<void> =>
  page.getByTestId('wui-snackbar-message').getByText(text, { exact: true }).waitFor()
