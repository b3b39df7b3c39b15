import { parseUnits } from 'viem'
import { chain, coinsOf } from '../browser/support/evmChain.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const QUOTE = '**/v1/onramp/quote?**'

/** Opens the sandbox's form for buying ether. */
async function toForm(visitor: Visit): Promise<void> {
  const { page } = visitor
  await visitor.connect()
  await visitor.openAccount()
  await page.getByTestId('wallet-features-onramp-button').click()
  await page.getByTestId('onramp-provider-sandbox').click()
  await page.getByTestId('onramp-token-button').click()
  await page.getByTestId('onramp-token-ETH').click()
  await page.getByTestId('onramp-amount-input').waitFor()
}

const balance = () => coinsOf(VISITOR)

/** Types an amount and presses "Buy". @returns the provider's window, and the quoted amount in wei */
async function buy(visitor: Visit, amount = '100') {
  const { page, context } = visitor
  await page.getByTestId('onramp-amount-input').fill(amount)
  const promised = await page.getByTestId('onramp-quote-amount').getAttribute('title')
  const opening = context.waitForEvent('page')
  await page.getByTestId('onramp-buy').click()
  const popup = await opening
  await visitor.view('BuyInProgress').waitFor()
  return { popup, wei: parseUnits((promised ?? '').split(' ')[0] ?? '', 18) }
}

const phase = (visitor: Visit, name: string) => visitor.page.locator(`[data-phase="${name}"]`).waitFor()

test(
  "a purchase is quoted, paid on the sandbox's page, and delivered in full, to the last unit",
  visiting({}, async (visitor) => {
    await toForm(visitor)
    const before = await balance()
    const { popup, wei } = await buy(visitor)
    await popup.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await popup.getByText('Your test money has arrived').waitFor()
    await phase(visitor, 'delivered')
    expect((await balance()) - before).toBe(wei)
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    const hash = await visitor.page.locator('[data-hash]').getAttribute('data-hash')
    const receipt = await chain().getTransactionReceipt({ hash: hash as `0x${string}` })
    expect([receipt.status, receipt.to]).toEqual(['success', VISITOR.toLowerCase()])
    await visitor.page.getByTestId('onramp-done').click()
    await visitor.view('Account').waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'closing the payment window is reported; after reopening the order can be paid, and only then is it delivered',
  visiting({}, async (visitor) => {
    await toForm(visitor)
    const before = await balance()
    const { popup, wei } = await buy(visitor)
    await popup.getByRole('button', { name: 'Pay 100.00 USD' }).waitFor()
    await popup.close()
    await phase(visitor, 'closed')
    await visitor.dialog.getByText('No payment reported yet.').waitFor()
    expect(await balance()).toBe(before)

    const opening = visitor.context.waitForEvent('page')
    await visitor.page.getByTestId('onramp-open').click()
    const again = await opening
    await again.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await phase(visitor, 'delivered')
    expect((await balance()) - before).toBe(wei)
  }),
)

test(
  'outside the limits no quote is requested, and the limit is named',
  visiting({}, async (visitor) => {
    await toForm(visitor)
    const { page } = visitor
    await page.getByTestId('onramp-amount-input').fill('2500.01')
    await visitor.dialog.getByText('The maximum is $2,500.00').waitFor()
    await page.getByTestId('onramp-amount-input').fill('9')
    await visitor.dialog.getByText('The minimum is $10.00').waitFor()
    expect(await page.getByTestId('onramp-buy').isDisabled()).toBe(true)
    expect(visitor.requests.filter((url) => url.includes('/v1/onramp/quote'))).toEqual([])
  }),
)

test(
  'a failed quote is an error without a fallback price',
  visiting({ prepare: (context) => context.route(QUOTE, (route) => route.abort()) }, async (visitor) => {
    await toForm(visitor)
    const { page } = visitor
    await page.getByTestId('onramp-amount-input').fill('100')
    await page.getByTestId('onramp-quote-retry').waitFor()
    await visitor.dialog.getByText('No price available right now').waitFor()
    expect(await page.getByTestId('onramp-quote').count()).toBe(0)
    expect(await page.getByTestId('onramp-buy').isDisabled()).toBe(true)

    await visitor.context.unroute(QUOTE)
    await page.getByTestId('onramp-quote-retry').click()
    await page.getByTestId('onramp-quote-amount').waitFor()
  }),
)

describe('time zones', () => {
  const at = (timezoneId: string): VisitOptions => ({ timezoneId })
  const files = (visitor: Visit) => visitor.requests.filter((url) => url.startsWith(stack.urls.remotes.onramp ?? ''))
  const account = async (visitor: Visit) => {
    await visitor.connect()
    await visitor.openAccount()
  }

  test(
    'in an excluded time zone no on-ramp code is fetched, and one sentence says why; receiving works as usual',
    visiting(at('Asia/Shanghai'), async (visitor) => {
      await account(visitor)
      const sentence = visitor.dialog.locator('[data-unavailable~="onramp"]')
      expect(await sentence.textContent()).toContain('Not available in your time zone')
      expect(await visitor.page.getByTestId('wallet-features-onramp-button').count()).toBe(0)
      await visitor.page.getByTestId('wallet-features-receive-button').click()
      await visitor.view('WalletReceive').waitFor()
      expect(files(visitor)).toEqual([])
    }),
  )

  test(
    'in any other time zone everything is available',
    visiting(at('Asia/Tokyo'), async (visitor) => {
      await account(visitor)
      await visitor.page.getByTestId('wallet-features-onramp-button').click()
      await visitor.page.getByTestId('onramp-provider-sandbox').waitFor()
      expect(visitor.problems).toEqual([])
    }),
  )
})
