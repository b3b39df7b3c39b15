import { encodeFunctionData, formatEther, formatUnits, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { LOCAL_POOLS } from '../../scripts/local.mjs'
import { mined } from '../../services/testing/mined.ts'
import {
  allowanceOf,
  chain,
  coinsOf,
  DOLLAR,
  dollarsOf,
  mintDollars,
  setAutomine,
  setBalance,
} from '../browser/support/evmChain.ts'
import { askChain, stack } from '../browser/support/stack.ts'
import {
  amountField,
  CONVERT,
  chooseToken,
  fillIn,
  openSwap,
  review,
  swapAction,
  swapView,
  wholeOf,
} from '../browser/support/swaps.ts'
import { closeBrowser, VISITOR, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

/** Swaps in the browser, each compared with the chain afterwards. */

afterAll(closeBrowser)

const router = LOCAL_POOLS.router as Hex
const allowed = () => allowanceOf(VISITOR, router)
const receipt = (visitor: Visit) => visitor.view('SwapReceipt').getByTestId('swap-receipt')
const isReceipt = (visitor: Visit, phase: string) =>
  visitor.page.locator(`[data-testid="swap-receipt"][data-phase="${phase}"]`).waitFor()
afterEach(() => setAutomine(true))
const nonceOf = () => chain().getTransactionCount({ address: VISITOR })
const preview = (visitor: Visit) => visitor.view('SwapPreview')
const snack = ({ page }: Visit) => page.getByTestId('wui-snackbar-message')

/** The cost of the visitor's last transaction. */
async function lastFee(): Promise<bigint> {
  const client = chain()
  const { transactions } = await client.getBlock({ includeTransactions: true })
  const own = transactions.find(({ from }) => from.toLowerCase() === VISITOR.toLowerCase())
  if (!own) throw new Error('the newest block has nothing of the visitor')
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash: own.hash })
  return gasUsed * effectiveGasPrice
}

test(
  'a dollar is approved, then swapped for the coin: the chain matches the screen, and no allowance is left',
  visiting({}, async (visitor) => {
    const amount = parseUnits('120', 6)
    await mintDollars(VISITOR, amount)
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['USDC', 'ETH'], '120')
    await visitor.sees('Approve 120 USDC')
    expect(await visitor.view('SwapPreview').getByTestId('request-preview').textContent()).toContain('Uniswap')
    await swapAction(visitor).getByText('Approve', { exact: true }).click()
    // Waits until the swap is planned again, because no amount is shown until then.
    await preview(visitor).locator('[data-testid="swap-received"][title]').waitFor()
    await swapAction(visitor).and(visitor.page.locator(':enabled')).getByText('Swap', { exact: true }).waitFor()
    expect(await allowed()).toBe(amount)

    const [coins, dollars] = [await coinsOf(VISITOR), await dollarsOf(VISITOR)]
    const quoted = await wholeOf(visitor.view('SwapPreview').getByTestId('swap-received'))
    await swapAction(visitor).click()
    await isReceipt(visitor, 'confirmed')
    expect(dollars - (await dollarsOf(VISITOR))).toBe(amount)
    expect(formatEther((await coinsOf(VISITOR)) - coins + (await lastFee()))).toBe(quoted)
    expect(await allowed()).toBe(0n)
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'the coin is swapped for dollars without approval, and the receipt shows the received amount',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['ETH', 'USDC'], '0.05')
    const dollars = await dollarsOf(VISITOR)
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await isReceipt(visitor, 'confirmed')
    await receipt(visitor).getByText('Received', { exact: true }).waitFor()
    const received = (await dollarsOf(VISITOR)) - dollars
    expect(await wholeOf(receipt(visitor).getByTestId('swap-received'))).toBe(formatUnits(received, 6))
    await visitor.page.getByTestId('swap-done-button').click()
    await visitor.view('Account').waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'a visitor who leaves the page after the approval can continue with the swap',
  visiting({}, async (visitor) => {
    await mintDollars(VISITOR, parseUnits('30', 6))
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['USDC', 'ETH'], '30')
    await setAutomine(false)
    await swapAction(visitor).getByText('Approve', { exact: true }).click()
    await swapAction(visitor).getByText('Approving…').waitFor()
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await openSwap(visitor)
    // The pending approval is awaited, and not requested again.
    await askChain(stack.urls.anvil, 'evm_mine')
    await setAutomine(true)
    await review(visitor, ['USDC', 'ETH'], '30')
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await isReceipt(visitor, 'confirmed')
    expect(await visitor.asked('eth_sendTransaction')).toBe(1)
    expect(await allowed()).toBe(0n)
  }),
)

/** Account 7 of the development mnemonic. */
const OTHER = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const routerAbi = parseAbi([
  'function WETH() view returns (address)',
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  'function approve(address,uint256)',
])
const otherSends = (transaction: object) =>
  askChain(stack.urls.anvil, 'eth_sendTransaction', [{ from: OTHER, gas: '0x7a120', ...transaction }]) as Promise<Hex>

test(
  'when the price moves beyond the slippage, the swap is shown as failed, and only the fee is paid',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await openSwap(visitor)
    const slippage = visitor.page.getByTestId('swap-slippage-50')
    // The radio itself is hidden; its label is clicked once it has stopped moving.
    await visitor.page.locator('label').filter({ has: slippage }).click()
    await review(visitor, ['ETH', 'USDC'], '0.05')
    const dollars = await dollarsOf(VISITOR)
    const end = 2n ** 40n
    const weth = await chain().readContract({ abi: routerAbi, address: router, functionName: 'WETH' })
    await setAutomine(false)
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await isReceipt(visitor, 'pending')
    const buy = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [weth, DOLLAR.address], OTHER, end],
    })
    const had = await dollarsOf(OTHER)
    const value = `0x${parseEther('6').toString(16)}`
    // Pays more for gas, to come first.
    await otherSends({
      to: router,
      data: buy,
      value,
      maxFeePerGas: '0x2e90edd000',
      maxPriorityFeePerGas: '0x2e90edd000',
    })
    await askChain(stack.urls.anvil, 'evm_mine')
    await setAutomine(true)
    await isReceipt(visitor, 'failed')
    await visitor.sees('The swap failed')
    expect(await dollarsOf(VISITOR)).toBe(dollars)

    // Restores the price for the other tests.
    const bought = (await dollarsOf(OTHER)) - had
    const approve = encodeFunctionData({ abi: routerAbi, functionName: 'approve', args: [router, bought] })
    await mined(chain(), await otherSends({ to: DOLLAR.address, data: approve }))
    const sell = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForETH',
      args: [bought, 0n, [DOLLAR.address, weth], OTHER, end],
    })
    await mined(chain(), await otherSends({ to: router, data: sell }))
  }),
)

test(
  'the form opens empty; its button asks for a token, then an amount, and reports an amount above the balance',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await openSwap(visitor)
    await swapAction(visitor).getByText('Select token').waitFor()
    expect(await amountField(visitor).inputValue()).toBe('')
    await chooseToken(visitor, 'toToken', DOLLAR.symbol)
    await swapAction(visitor).getByText('Enter amount').waitFor()
    await amountField(visitor).fill('1000000')
    await swapAction(visitor).getByText('Insufficient balance').waitFor()
    expect(await swapAction(visitor).isDisabled()).toBe(true)
  }),
)

test(
  'a page opens the form with tokens and an amount, and an amount above the balance is reported',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.onPage((modal) =>
      modal.open({ view: 'Swap', arguments: { fromToken: 'ETH', toToken: 'USDC', amount: '1000000' } }),
    )
    await swapView(visitor).getByText('Insufficient balance').waitFor()
    expect(await amountField(visitor).inputValue()).toBe('1000000')
    await visitor.page.getByTestId('swap-input-token-toToken').getByText('USDC').waitFor()
  }),
)

test(
  'a rejection is reported, nothing is on the chain, and trying again takes one press',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['ETH', 'USDC'], '0.01')
    const [nonce, dollars] = [await nonceOf(), await dollarsOf(VISITOR)]
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await snack(visitor).filter({ hasText: 'Request rejected' }).waitFor()
    expect([await visitor.asked('eth_sendTransaction'), await nonceOf(), await dollarsOf(VISITOR)]).toEqual([
      1,
      nonce,
      dollars,
    ])
    expect(await preview(visitor).count()).toBe(1)

    await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await isReceipt(visitor, 'confirmed')
    expect([await nonceOf(), (await dollarsOf(VISITOR)) > dollars]).toEqual([nonce + 1, true])
  }),
)

test(
  'a rejected approval leaves no allowance, and the same approval is requested again',
  visiting({}, async (visitor) => {
    await mintDollars(VISITOR, parseUnits('10', 6))
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['USDC', 'ETH'], '10')
    const nonce = await nonceOf()
    await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
    await swapAction(visitor).getByText('Approve', { exact: true }).click()
    await snack(visitor).filter({ hasText: 'Request rejected' }).waitFor()
    expect([await nonceOf(), await allowed()]).toEqual([nonce, 0n])
    await swapAction(visitor).and(visitor.page.locator(':enabled')).getByText('Approve', { exact: true }).waitFor()
  }),
)

describe('without coins for the fee', () => {
  const PLENTY = parseEther('10000')
  afterEach(() => setBalance(VISITOR, PLENTY))

  test(
    'the wallet is not asked, and the window says what is missing',
    visiting({}, async (visitor) => {
      await mintDollars(VISITOR, parseUnits('10', 6))
      await setBalance(VISITOR, 1_000n)
      const [nonce, dollars] = [await nonceOf(), await dollarsOf(VISITOR)]
      await visitor.connect()
      await openSwap(visitor)
      await fillIn(visitor, ['USDC', 'ETH'], '10')
      await preview(visitor)
        .getByText(/^You don’t have enough ETH for the network fee of [\d.]+ ETH\.$/)
        .waitFor()
      expect(await swapAction(visitor).isDisabled()).toBe(true)
      expect([await visitor.asked('eth_sendTransaction'), await nonceOf(), await dollarsOf(VISITOR)]).toEqual([
        0,
        nonce,
        dollars,
      ])
    }),
  )
})

/** Replaces a response of the services. */
const saying =
  (path: string, instead: (answer: string) => string): VisitOptions['prepare'] =>
  (context) =>
    context.route(path, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: instead(await answer.text()) })
    })

test(
  'without a price the loss is shown as unknown, and the quoted amount still arrives',
  visiting({ prepare: saying('**/v1/fungible/price**', () => '{"fungibles":[]}') }, async (visitor) => {
    await visitor.connect()
    await openSwap(visitor)
    await review(visitor, ['ETH', 'USDC'], '0.02')
    await preview(visitor).getByText('The price impact is unknown because a price is missing.').waitFor()
    const impact = preview(visitor).getByTestId('swap-impact')
    expect([await impact.getAttribute('data-level'), await impact.textContent()]).toEqual(['unknown', 'Unknown'])
    const dollars = await dollarsOf(VISITOR)
    const quoted = await wholeOf(preview(visitor).getByTestId('swap-received'))
    await swapAction(visitor).getByText('Swap', { exact: true }).click()
    await isReceipt(visitor, 'confirmed')
    expect(formatUnits((await dollarsOf(VISITOR)) - dollars, 6)).toBe(quoted)
  }),
)

const THIEF = 'f'.repeat(40)

test.each([
  [
    'approve someone else',
    '**/v1/convert/build-approve**',
    (answer: string) => answer.replace(router.slice(2).toLowerCase(), THIEF),
    `Nothing was sent: the approval is for 0x${THIEF}, which is unknown`,
  ],
  [
    'approve an unlimited amount',
    '**/v1/convert/build-approve**',
    (answer: string) => answer.replace(/(0x095ea7b3.{64})[\da-f]{64}/i, `$1${THIEF}${'f'.repeat(24)}`),
    'Nothing was sent: the approval is for more than the swap',
  ],
])('a service that would %s is caught, and the wallet is not asked', (_, path, lie, said) =>
  visiting({ prepare: saying(path, lie) }, async (visitor) => {
    await mintDollars(VISITOR, parseUnits('10', 6))
    await visitor.connect()
    await openSwap(visitor)
    await fillIn(visitor, ['USDC', 'ETH'], '10')
    await preview(visitor).getByText(said).waitFor()
    expect([await swapAction(visitor).isDisabled(), await visitor.asked('eth_sendTransaction')]).toEqual([true, 0])
    expect(await allowed()).toBe(0n)
  })(),
)

test(
  'a service that would change the recipient is caught, and nothing leaves the account',
  visiting(
    {
      prepare: saying('**/v1/convert/build-transaction**', (answer) =>
        // Changes only the calldata, not the fields of the response.
        answer.replace(/"data":"0x[\da-f]+"/i, (data) => data.replaceAll(VISITOR.slice(2).toLowerCase(), THIEF)),
      ),
    },
    async (visitor) => {
      await visitor.connect()
      await openSwap(visitor)
      await fillIn(visitor, ['ETH', 'USDC'], '0.01')
      await preview(visitor).getByText('Nothing was sent: someone else would receive it').waitFor()
      expect([await swapAction(visitor).isDisabled(), await visitor.asked('eth_sendTransaction')]).toEqual([true, 0])
    },
  ),
)

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const networkOf = (id: number, name: string) => ({
  id,
  name,
  nativeCurrency: coin,
  rpcUrls: { default: { http: [stack.urls.anvil] } },
})

test(
  'on a network without a router the visitor is offered the networks with swaps, each one press away',
  visiting(
    { query: { options: { networks: [networkOf(31337, 'Portico Local'), networkOf(4242, 'Elsewhere')] } } },
    async (visitor) => {
      await visitor.connect()
      await visitor.inWallet((wallet) => wallet.setChain(4242))
      await visitor.reads('chain-id', '4242')
      await visitor.openAccount()
      await visitor.page.getByTestId('wallet-features-swaps-button').click()
      await visitor.sees('Swaps aren’t available on this network. Choose one of these.')
      const offered = swapView(visitor).getByRole('button')
      expect(await offered.evaluateAll((rows) => rows.map((row) => row.dataset.testid))).toEqual([
        'swap-network-Portico Local',
      ])
      expect(visitor.requests.filter((url) => url.includes('/v1/convert/'))).toEqual([])

      await visitor.page.getByTestId('swap-network-Portico Local').click()
      await visitor.reads('chain-id', '31337')
      await amountField(visitor).waitFor()
    },
  ),
)

describe('time zones', () => {
  const files = (visitor: Visit) =>
    visitor.requests.filter((url) => url.startsWith(stack.urls.remotes.swaps ?? 'none') || url.includes('/v1/convert/'))

  test(
    'in an excluded time zone no swap code is fetched, even if the page opens the view; one sentence says why',
    visiting({ timezoneId: 'Asia/Shanghai' }, async (visitor) => {
      await visitor.connect()
      const code = await visitor.onPage((modal) =>
        modal.open({ view: 'Swap' }).then(
          () => 'opened',
          (error: { code?: string }) => error.code,
        ),
      )
      expect(code).toBe('view.unavailable')
      await visitor.view('Account').waitFor()
      const sentence = visitor.dialog.locator('[data-unavailable~="swaps"]')
      expect(await sentence.textContent()).toContain('Not available in your time zone')
      expect(await visitor.page.getByTestId('wallet-features-swaps-button').count()).toBe(0)
      expect(files(visitor)).toEqual([])
    }),
  )

  test(
    'in any other time zone the form opens',
    visiting({ timezoneId: 'Asia/Tokyo' }, async (visitor) => {
      await visitor.connect()
      await openSwap(visitor)
      expect(files(visitor)).not.toEqual([])
      expect(visitor.problems).toEqual([])
    }),
  )
})

test(
  'an unreachable service can be retried with one press',
  visiting({ prepare: (context) => context.route(CONVERT, (route) => route.abort()) }, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    await visitor.page.getByTestId('wallet-features-swaps-button').click()
    await visitor.page.getByTestId('swap-retry').waitFor()
    await visitor.context.unroute(CONVERT)
    await visitor.page.getByTestId('swap-retry').click()
    await amountField(visitor).waitFor()
  }),
)
