import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import { lamportsOf } from '../browser/support/solanaPayments.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'
import { walletRow } from '../browser/support/succeedsNow.ts'
import { fillIn, openSwap, review, swapAction, wholeOf } from '../browser/support/swaps.ts'
import { closeBrowser, type Visit, visiting } from '../browser/support/visit.ts'
import { SOLANA_VISITOR } from '../browser/support/wallets.ts'

/** Swaps on Solana in the browser, each compared with the chain afterwards. */

afterAll(closeBrowser)

const [USDC] = SOLANA_TOKENS
const LAMPORTS = 1_000_000_000n
/** The fee of two signatures. */
const FEE = 10_000n
const SOL_PRICE = 150_000_000n

const onSolana = { query: { families: 'solana', solana: 'ok' } }

async function dollarsOf(address: string): Promise<bigint> {
  const params = [address, { mint: USDC?.address }, { encoding: 'jsonParsed' }]
  const { value } = (await askChain(stack.urls.solana, 'getTokenAccountsByOwner', params)) as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

const setPrice = (price: bigint) =>
  fetch(`${stack.urls.solana}/__price`, {
    method: 'POST',
    body: JSON.stringify({ symbol: 'SOL', price: String(price) }),
  })

const isReceipt = (visitor: Visit, phase: string) =>
  visitor.page.locator(`[data-testid="swap-receipt"][data-phase="${phase}"]`).waitFor()

async function connect(visitor: Visit): Promise<void> {
  await visitor.open()
  await walletRow(visitor, 'solana').click()
  await visitor.dialog.waitFor({ state: 'detached' })
}

describeOn('solana')('on Solana', () => {
  beforeEach(() => askChain(stack.urls.solana, 'requestAirdrop', [SOLANA_VISITOR, 2_000_000_000]))
  afterEach(() => setPrice(SOL_PRICE))

  test(
    'the coin is swapped for dollars in one step, and the receipt shows the received amount',
    visiting(onSolana, async (visitor) => {
      await connect(visitor)
      await openSwap(visitor)
      await review(visitor, ['SOL', 'USDC'], '0.5')
      const [coins, dollars] = [await lamportsOf(SOLANA_VISITOR), await dollarsOf(SOLANA_VISITOR)]
      await swapAction(visitor).getByText('Swap', { exact: true }).click()
      await isReceipt(visitor, 'confirmed')
      await visitor.view('SwapReceipt').getByText('Received', { exact: true }).waitFor()
      const received = (await dollarsOf(SOLANA_VISITOR)) - dollars
      expect([received, await wholeOf(visitor.page.getByTestId('swap-received'))]).toEqual([75_000_000n, '75'])
      const left = coins - (await lamportsOf(SOLANA_VISITOR)) - LAMPORTS / 2n
      expect(left >= FEE && left < FEE + 3_000_000n).toBe(true)
      expect(visitor.problems).toEqual([])
    }),
  )

  test(
    'dollars are swapped back without an approval',
    visiting(onSolana, async (visitor) => {
      await connect(visitor)
      await openSwap(visitor)
      await review(visitor, ['USDC', 'SOL'], '15')
      expect(await visitor.view('SwapPreview').getByRole('list', { name: 'Steps' }).count()).toBe(0)
      const [coins, dollars] = [await lamportsOf(SOLANA_VISITOR), await dollarsOf(SOLANA_VISITOR)]
      await swapAction(visitor).getByText('Swap', { exact: true }).click()
      await isReceipt(visitor, 'confirmed')
      expect(dollars - (await dollarsOf(SOLANA_VISITOR))).toBe(15_000_000n)
      expect((await lamportsOf(SOLANA_VISITOR)) - coins + FEE).toBe(LAMPORTS / 10n)
    }),
  )

  test(
    'when the price moves beyond the slippage during the wallet prompt, nothing is swapped',
    visiting(onSolana, async (visitor) => {
      await connect(visitor)
      await openSwap(visitor)
      await review(visitor, ['SOL', 'USDC'], '0.5')
      await setPrice((SOL_PRICE * 90n) / 100n)
      const dollars = await dollarsOf(SOLANA_VISITOR)
      await swapAction(visitor).getByText('Swap', { exact: true }).click()
      await visitor.dialog.getByText(/^The network rejected it: /).waitFor()
      expect(await dollarsOf(SOLANA_VISITOR)).toBe(dollars)
    }),
  )

  test(
    'when the price moves after the last check, the swap reverts; the window says so, and only the fee is paid',
    visiting(onSolana, async (visitor) => {
      await visitor.page.route(`${stack.urls.solana}/**`, async (route) => {
        const asked = route.request().postDataJSON() as { method?: string; params?: [string, object] } | null
        if (asked?.method !== 'sendTransaction' || !asked.params) return route.continue()
        const [transaction, config] = asked.params
        await setPrice((SOL_PRICE * 90n) / 100n)
        const params = [transaction, { ...config, skipPreflight: true }]
        return route.continue({ postData: JSON.stringify({ ...asked, params }) })
      })
      await connect(visitor)
      await openSwap(visitor)
      await review(visitor, ['SOL', 'USDC'], '0.5')
      const [coins, dollars] = [await lamportsOf(SOLANA_VISITOR), await dollarsOf(SOLANA_VISITOR)]
      await swapAction(visitor).getByText('Swap', { exact: true }).click()
      await isReceipt(visitor, 'failed')
      await visitor.sees('The swap failed')
      expect([await lamportsOf(SOLANA_VISITOR), await dollarsOf(SOLANA_VISITOR)]).toEqual([coins - FEE, dollars])
    }),
  )

  test(
    'a service that builds a swap for another recipient is caught, and the wallet is not asked',
    visiting(onSolana, async (visitor) => {
      const other = '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp'
      await visitor.page.route('**/v1/convert/build-transaction*', async (route) => {
        const asked = route.request().postDataJSON() as { userAddress: string }
        const body = { ...asked, userAddress: asked.userAddress.replace(SOLANA_VISITOR, other) }
        await route.continue({ postData: JSON.stringify(body) })
      })
      await connect(visitor)
      await openSwap(visitor)
      await fillIn(visitor, ['SOL', 'USDC'], '0.5')
      await visitor.view('SwapPreview').getByText('Nothing was sent: someone else would pay the network fee').waitFor()
      expect(await swapAction(visitor).isDisabled()).toBe(true)
    }),
  )

  test(
    'if the services have no swaps for Solana, the account has no entry for them',
    visiting(
      {
        ...onSolana,
        prepare: (context) =>
          context.route('**/v1/supported-chains*', (route) => route.fulfill({ json: { http: [], ws: [], swap: [] } })),
      },
      async (visitor) => {
        await connect(visitor)
        const asked = visitor.page.waitForResponse('**/v1/supported-chains*')
        await visitor.openAccount()
        await asked
        await visitor.page.getByTestId('wallet-features-send-button').waitFor()
        expect(await visitor.page.getByTestId('wallet-features-swaps-button').count()).toBe(0)
      },
    ),
  )
})
