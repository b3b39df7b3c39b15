import type { Hex } from 'viem'
import { mined } from '../../services/testing/mined.ts'
import { chain, coinsOf, DOLLAR, dollarsOf, mintDollars, setBalance, stranger } from '../browser/support/evmChain.ts'
import {
  asks,
  became,
  checkout,
  dollarsFor,
  etherFor,
  payButton,
  pays,
  SOLANA_MINT,
  solanaCheckout,
  solanaDollarsFor,
  solanaDollarsOf,
  solanaStranger,
  solFor,
  toExchange,
  toOrder,
  walletOption,
  words,
} from '../browser/support/pay.ts'
import { lamportsOf } from '../browser/support/solanaPayments.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { connectTo, walletRow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'
import { inSolanaWallet, SOLANA_VISITOR } from '../browser/support/wallets.ts'

afterAll(closeBrowser)

/** A site's checkout, with a wallet that really signs. The screen and the site's result are compared with the chain. */

const ETHER = 10n ** 18n
const DOLLARS = 1_000_000n

beforeEach(() => setBalance(VISITOR, 10_000n * ETHER))

const sent = (visitor: Visit) => visitor.asked('eth_sendTransaction')

test(
  'ether from a newly connected wallet reaches the shop, exact to the wei, and the site is notified',
  visiting({ query: checkout() }, async (visitor) => {
    const shop = stranger()
    const { outcome } = await asks(visitor, etherFor(shop, '0.25'))
    await visitor.page.getByTestId('pay-amount').getByText('0.25 ETH').waitFor()
    await walletOption(visitor).click()
    await visitor.devWallet.click()
    // Connecting continues with the payment.
    await visitor.view('PayQuote').waitFor()
    await words(visitor).waitFor()
    await pays(visitor)
    const hash = await became(visitor, 'success')
    expect(await coinsOf(shop)).toBe(ETHER / 4n)
    expect(await outcome).toEqual({ status: 'success', hash })
    expect((await mined(chain(), hash as Hex)).status).toBe('success')
    await visitor.page.getByTestId('pay-done').click()
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'dollars from a wallet that has them: the shop gets exactly the amount owed',
  visiting({ query: checkout() }, async (visitor) => {
    await mintDollars(VISITOR, 20n * DOLLARS)
    const shop = stranger()
    await visitor.connect()
    const before = await dollarsOf(VISITOR)
    const { outcome } = await asks(visitor, dollarsFor(shop, '12.5'))
    await toOrder(visitor)
    await pays(visitor)
    const hash = await became(visitor, 'success')
    expect([await dollarsOf(shop), before - (await dollarsOf(VISITOR))]).toEqual([12_500_000n, 12_500_000n])
    expect(await outcome).toEqual({ status: 'success', hash })
  }),
)

test(
  'an order in dollars paid with ether: the shop gets exactly the amount owed, and the rest is returned',
  visiting({ query: checkout() }, async (visitor) => {
    const shop = stranger()
    await visitor.connect()
    const before = await coinsOf(VISITOR)
    await asks(visitor, dollarsFor(shop, '12.5'))
    await toOrder(visitor)
    await visitor.page.getByTestId('pay-option-ETH').click()
    const most = (await visitor.page.getByTestId('pay-most').textContent()) ?? ''
    await pays(visitor)
    const hash = await became(visitor, 'success')
    expect(await dollarsOf(shop)).toBe(12_500_000n)
    const { gasUsed, effectiveGasPrice } = await mined(chain(), hash as Hex)
    const paid = before - (await coinsOf(VISITOR)) - gasUsed * effectiveGasPrice
    const [whole = '', fraction = ''] = (most.split(' ')[0] ?? '').split('.')
    expect(paid > 0n && paid <= BigInt(`${whole}${fraction.padEnd(18, '0')}`)).toBe(true)
  }),
)

test(
  'an order in ether paid with dollars: at most the maximum price is approved, then the order is paid',
  visiting({ query: checkout() }, async (visitor) => {
    await mintDollars(VISITOR, 2_000n * DOLLARS)
    const shop = stranger()
    await visitor.connect()
    await asks(visitor, etherFor(shop, '0.01'))
    await toOrder(visitor)
    await visitor.page.getByTestId(`pay-option-${DOLLAR.symbol}`).click()
    await payButton(visitor).getByText(`Approve ${DOLLAR.symbol}`).waitFor()
    await pays(visitor)
    await payButton(visitor).getByText('Pay 0.01 ETH').waitFor()
    await pays(visitor)
    await became(visitor, 'success')
    expect(await coinsOf(shop)).toBe(ETHER / 100n)
  }),
  60_000,
)

test(
  'a payment from the test exchange is made on its page, and confirmed on the chain',
  visiting({ query: checkout() }, async (visitor) => {
    const shop = stranger()
    const { outcome } = await asks(visitor, dollarsFor(shop, '12.5'))
    const popup = await toExchange(visitor)
    await popup.getByRole('button', { name: /^Pay / }).click()
    const hash = await became(visitor, 'success')
    expect(await dollarsOf(shop)).toBe(12_500_000n)
    expect(await outcome).toEqual({ status: 'success', hash, exchange: 'reown_test' })
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    expect(await sent(visitor).catch(() => 0)).toBe(0)
  }),
  60_000,
)

test(
  'a payment declined by the exchange is reported as failed, and nothing was paid',
  visiting({ query: checkout() }, async (visitor) => {
    const shop = stranger()
    const { outcome } = await asks(visitor, dollarsFor(shop, '3'))
    const popup = await toExchange(visitor)
    await popup.getByRole('button', { name: 'Decline' }).click()
    await became(visitor, 'failed')
    expect(await dollarsOf(shop)).toBe(0n)
    await visitor.close()
    expect(await outcome).toBe('connection.modalClosed')
  }),
  60_000,
)

test(
  'a rejection in the wallet is reported, and the order can still be paid',
  visiting({ query: checkout() }, async (visitor) => {
    const shop = stranger()
    await visitor.connect()
    const { outcome } = await asks(visitor, etherFor(shop, '0.5'))
    await toOrder(visitor)
    await payButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await pays(visitor)
    await visitor.page.getByText('Request rejected').waitFor()
    expect(await coinsOf(shop)).toBe(0n)
    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await pays(visitor)
    await became(visitor, 'success')
    expect(await coinsOf(shop)).toBe(ETHER / 2n)
    expect(await outcome).toMatchObject({ status: 'success' })
  }),
)

test(
  'with insufficient funds the window says how much is missing, and the wallet is not asked',
  visiting({ query: checkout() }, async (visitor) => {
    await setBalance(VISITOR, ETHER)
    await visitor.connect()
    const { outcome } = await asks(visitor, etherFor(stranger(), '3.5'))
    await toOrder(visitor)
    await visitor.sees('You don’t have enough ETH. You need 2.5 ETH more.')
    expect([await payButton(visitor).isDisabled(), await sent(visitor)]).toEqual([true, 0])
    await visitor.close()
    expect(await outcome).toBe('connection.modalClosed')
  }),
)

test(
  'with insufficient funds the visitor can pay the same order from another wallet',
  visiting({ query: checkout({ other: 'ok' }) }, async (visitor) => {
    await setBalance(VISITOR, ETHER)
    const shop = stranger()
    await visitor.connect()
    const { outcome } = await asks(visitor, etherFor(shop, '3.5'))
    await toOrder(visitor)
    await visitor.page.getByTestId('pay-other-wallet').click()
    await visitor.otherWallet.click()
    await visitor.view('Pay').waitFor()
    await toOrder(visitor)
    await pays(visitor)
    const hash = await became(visitor, 'success')
    expect([await coinsOf(shop), await sent(visitor)]).toEqual([(ETHER * 7n) / 2n, 0])
    expect(await outcome).toEqual({ status: 'success', hash })
  }),
  60_000,
)

test(
  'a service that would pay another recipient is caught: the wallet is not asked, and the difference is shown',
  visiting(
    {
      query: checkout(),
      prepare: (context) =>
        context.route('**/appkit/v1/transfers/quote**', async (route) => {
          const answer = await route.fetch()
          const quote = (await answer.text()).replaceAll(SHOP.slice(2), 'f'.repeat(40))
          await route.fulfill({ response: answer, body: quote })
        }),
    },
    async (visitor) => {
      await visitor.connect()
      await asks(visitor, dollarsFor(SHOP, '12.5'))
      await toOrder(visitor)
      await visitor.page.getByTestId('pay-option-ETH').click()
      await visitor.sees('Nothing was sent: someone else would be paid')
      expect([await payButton(visitor).isDisabled(), await sent(visitor)]).toEqual([true, 0])
    },
  ),
)
const SHOP = '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb'

test.each([
  ['an amount that is not a number', { amount: '1e3' }, 'This page asks for an invalid amount: 1e3'],
  ['a zero amount', { amount: 0 }, 'This page asks for a payment of zero'],
  ['an amount with too many decimals', { amount: '0.0000000000000000001' }, /too many decimals. ETH has 18/],
  [
    'a recipient of another family',
    { recipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' },
    /an invalid Portico Local address/,
  ],
])('an order with %s is refused, with one sentence', (_, wrong, sentence) =>
  visiting({ query: checkout() }, async (visitor) => {
    const { outcome } = await asks(visitor, { ...etherFor(SHOP, '1'), ...wrong })
    await visitor.dialog.getByText(sentence).waitFor()
    await visitor.page.getByTestId('pay-close').click()
    expect(await outcome).toBe('connection.modalClosed')
  })(),
)

test(
  'after disconnecting, the visitor chooses another wallet for the same order',
  visiting({ query: checkout() }, async (visitor) => {
    await visitor.connect()
    await asks(visitor, etherFor(SHOP, '1'))
    await visitor.page.getByTestId('pay-disconnect').click()
    await visitor.reads('status', 'disconnected')
    await visitor.view('Pay').getByText('Pay with wallet').waitFor()
  }),
)

test(
  'in an excluded time zone the site gets an error, and no payment code is fetched',
  visiting({ query: checkout(), timezoneId: 'Asia/Shanghai' }, async (visitor) => {
    const code = await visitor.onPage(
      (modal, wanted) => modal.open({ view: 'Pay', arguments: wanted }).catch((error: { code?: string }) => error.code),
      etherFor(SHOP, '1'),
    )
    expect(code).toBe('view.unavailable')
    expect(visitor.requests.filter((url) => url.startsWith(stack.urls.remotes.pay ?? 'none'))).toEqual([])
  }),
)

describeOn('solana')('on Solana', () => {
  beforeEach(() => askChain(stack.urls.solana, 'requestAirdrop', [SOLANA_VISITOR, 2_000_000_000]))

  /** Number of signature requests to the wallet. */
  const asked = (visitor: Visit) =>
    inSolanaWallet(visitor, (wallet) => wallet.log.filter(({ method }) => /Transaction/.test(method)).length)

  test(
    'SOL from a newly connected wallet reaches the shop as previewed, exact to the lamport',
    visiting({ query: solanaCheckout() }, async (visitor) => {
      const shop = solanaStranger()
      const before = await lamportsOf(SOLANA_VISITOR)
      const { outcome } = await asks(visitor, solFor(shop, '0.123456789'))
      await visitor.page.getByTestId('pay-amount').getByText('0.123456789 SOL').waitFor()
      await walletOption(visitor).click()
      await walletRow(visitor, 'solana').click()
      // Connecting continues with the payment.
      await visitor.view('PayQuote').waitFor()
      const change = (await words(visitor).getByRole('status').getByRole('listitem').first().textContent()) ?? ''
      await pays(visitor)
      const hash = await became(visitor, 'success')
      const gone = before - (await lamportsOf(SOLANA_VISITOR))
      expect(await lamportsOf(shop)).toBe(123_456_789n)
      expect(
        BigInt(
          change
            .replace(/[^\d.]/g, '')
            .split('.')[1]
            ?.padEnd(9, '0') ?? '',
        ),
      ).toBe(gone)
      expect(await outcome).toEqual({ status: 'success', hash })
      expect(hash).toMatch(/^\w{64,88}$/)
      expect(visitor.problems).toEqual([])
    }),
    120_000,
  )

  test(
    'if the shop has no account for the token, the payment opens one, and exactly the amount owed arrives',
    visiting({ query: solanaCheckout() }, async (visitor) => {
      const shop = solanaStranger()
      await connectTo(visitor, 'solana')
      const before = await solanaDollarsOf(SOLANA_VISITOR)
      await asks(visitor, solanaDollarsFor(shop, '12.5'))
      await toOrder(visitor)
      await visitor.page.getByTestId('pay-opens-account').waitFor()
      await pays(visitor)
      await became(visitor, 'success')
      expect([await solanaDollarsOf(shop), before - (await solanaDollarsOf(SOLANA_VISITOR))]).toEqual([
        12_500_000n,
        12_500_000n,
      ])
      // The page builds the transaction itself, without any service.
      expect(visitor.requests.filter((url) => url.includes('/transfers/quote'))).toEqual([])
    }),
    120_000,
  )

  test(
    'a rejection in the wallet is reported, and nothing was paid',
    visiting({ query: solanaCheckout() }, async (visitor) => {
      const shop = solanaStranger()
      await connectTo(visitor, 'solana')
      await asks(visitor, solFor(shop, '0.5'))
      await toOrder(visitor)
      await payButton(visitor).and(visitor.page.locator(':enabled')).waitFor()
      await inSolanaWallet(visitor, (wallet) => wallet.setBehaviour('reject'))
      await pays(visitor)
      await visitor.page.getByText('Request rejected').waitFor()
      expect(await lamportsOf(shop)).toBe(0n)
    }),
    60_000,
  )

  test(
    'a wrong response of the node about the token stops the payment, and the difference is shown',
    visiting(
      {
        query: solanaCheckout(),
        prepare: (context) =>
          context.route(`${stack.urls.solana}/**`, async (route) => {
            const posted = route.request().postData() ?? ''
            if (!posted.includes('getMultipleAccounts') || !posted.includes(SOLANA_MINT)) return route.continue()
            const response = await route.fetch()
            const answer = (await response.json()) as { result: { value: ({ data: [string, string] } | null)[] } }
            const [mint] = answer.result.value
            if (!mint) return route.fulfill({ response })
            const bytes = Buffer.from(mint.data[0], 'base64')
            bytes[44] = 9
            mint.data[0] = bytes.toString('base64')
            return route.fulfill({ response, json: answer })
          }),
      },
      async (visitor) => {
        await connectTo(visitor, 'solana')
        await asks(visitor, solanaDollarsFor(solanaStranger(), '12.5'))
        await toOrder(visitor)
        await visitor.dialog.getByText('Nothing was sent: the token has 9 decimals, not ').waitFor()
        expect([await payButton(visitor).isDisabled(), await asked(visitor)]).toEqual([true, 0])
      },
    ),
    60_000,
  )

  test(
    'a payment from the test exchange is made on its page, and confirmed on the chain',
    visiting({ query: solanaCheckout() }, async (visitor) => {
      const shop = solanaStranger()
      const { outcome } = await asks(visitor, solFor(shop, '0.25'))
      const popup = await toExchange(visitor)
      await popup.getByRole('button', { name: /^Pay / }).click()
      const hash = await became(visitor, 'success')
      expect(await lamportsOf(shop)).toBe(250_000_000n)
      expect(await outcome).toEqual({ status: 'success', hash, exchange: 'reown_test' })
    }),
    120_000,
  )

  test(
    'an exchange that names a transaction to another recipient is not trusted',
    visiting(
      {
        query: solanaCheckout(),
        prepare: async (context) => {
          const txHash = await askChain(stack.urls.solana, 'requestAirdrop', [solanaStranger(), 250_000_000])
          await context.route('**/v1/json-rpc**', async (route) => {
            if (!route.request().postData()?.includes('reown_getExchangeBuyStatus')) return route.continue()
            const response = await route.fetch()
            const result = { status: 'SUCCESS', txHash }
            await route.fulfill({ response, json: { jsonrpc: '2.0', id: 1, result } })
          })
        },
      },
      async (visitor) => {
        const shop = solanaStranger()
        const { outcome } = await asks(visitor, solFor(shop, '0.25'))
        await toExchange(visitor)
        await became(visitor, 'lost')
        await visitor.dialog.getByText('the transaction named by the exchange didn’t pay this').waitFor()
        expect(await lamportsOf(shop)).toBe(0n)
        await visitor.close()
        expect(await outcome).toMatchObject({ status: 'submitted', exchange: 'reown_test' })
      },
    ),
    60_000,
  )
})
