import { createHash } from 'node:crypto'
import { ONRAMP_PATHS } from '@portico/contracts/services/onramp'
import { assert, asyncProperty, string } from 'fast-check'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { sellTestMoney } from '../../local/testMoney/onramp/sellTestMoney'
import { onrampApi } from '../../services/src/blockchainApi/onramp/onrampApi.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import {
  addressOf,
  LOCAL_NETWORK,
  type PoolParts,
  partsOver,
  startLocalPools,
} from '../../services/testing/localPools.ts'
import { mined } from '../../services/testing/mined.ts'
import { createBuyer, type Request } from '../../services/testing/onrampBuyer.ts'
import { describeOnramp, withProject } from '../../services/testing/onrampSuite.ts'

/** Account 8 of the development mnemonic; other tests do not spend its funds. */
const PAYER: Address = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const BUYER: Address = '0x000000000000000000000000000000000000dEaD'
const PAY_MS = 15 * 60_000
const DAY_MS = 86_400_000

let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts
let now = Date.now()

beforeAll(async () => {
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain.stop())
beforeEach(() => {
  // Each test has a day of its own.
  now += DAY_MS
})

function service(over = parts, payer = PAYER): Request {
  const api = onrampApi(over, { added: [sellTestMoney(new Map([[LOCAL_NETWORK, payer]]), () => now)] }, () => now)
  const app = createApp(over.log).route('/', api)
  return async (path, init) => app.request(path, init)
}

describeOnramp('the sandbox', () => ({
  request: service(),
  caipNetworkId: LOCAL_NETWORK,
  symbol: 'ETH',
  address: BUYER,
  page: 'http://localhost/onramp/sandbox?order=',
}))

const buyerAt = (request: Request) => createBuyer(request, LOCAL_NETWORK, BUYER)

const balanceOf = (symbol: string, owner: Address = BUYER) =>
  symbol === 'ETH'
    ? chain.client.getBalance({ address: owner })
    : chain.client.readContract({
        abi: erc20Abi,
        address: addressOf(symbol),
        functionName: 'balanceOf',
        args: [owner],
      })

describe('real delivery', () => {
  test.each([
    ['ETH', 18, '0.033'],
    ['USDC', 6, '99'],
    ['DAI', 18, '99'],
  ])('quote, page, "Pay": the account gets exactly the quoted %s', async (symbol, decimals, expected) => {
    const buyer = buyerAt(service())
    const before = await balanceOf(symbol)
    const { quoteId, purchaseAmount } = await buyer.quote(symbol)
    expect(purchaseAmount).toEqual({ amount: expected, currency: symbol })
    const { page, orderId } = await buyer.order(symbol, { quoteId })
    expect(await buyer.status(orderId)).toEqual({ status: 'created' })
    expect(await balanceOf(symbol)).toBe(before)

    const pressed = await buyer.press(page)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, page])
    expect((await balanceOf(symbol)) - before).toBe(parseUnits(purchaseAmount.amount, decimals))
    const { status, txHash } = await buyer.status(orderId)
    const receipt = await chain.client.getTransactionReceipt({ hash: txHash as `0x${string}` })
    expect([status, receipt.status]).toEqual(['delivered', 'success'])
    const after = await (await buyer.request(page)).text()
    expect(after).toContain('Your test money has arrived')
    expect(after).toContain(txHash)
    expect(after).not.toContain('<button')
  })

  test("the paying account's tokens are sent before new tokens are minted", async () => {
    const amount = parseUnits('5000', 6)
    const hash = await chain.client.writeContract({
      abi: erc20Abi,
      address: addressOf('USDC'),
      functionName: 'transfer',
      args: [PAYER, amount],
      account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      chain: null,
    })
    await mined(chain.client, hash)
    const buyer = buyerAt(service())
    const { page } = await buyer.order('USDC')
    await buyer.press(page)
    expect(await balanceOf('USDC', PAYER)).toBe(amount - parseUnits('99', 6))
  })

  test('euros are converted at the rate on the page', async () => {
    const buyer = buyerAt(service())
    const quote = await buyer.quote('USDC', '50.00', 'EUR')
    expect(quote).toMatchObject({
      paymentTotal: { amount: '50.00', currency: 'EUR' },
      paymentSubtotal: { amount: '49.50', currency: 'EUR' },
      purchaseAmount: { amount: '54.45', currency: 'USDC' },
    })
    const { page } = await buyer.order('USDC', { quoteId: quote.quoteId })
    const html = await (await buyer.request(page)).text()
    for (const text of ['Pay 50.00 EUR', '0.50 EUR', '54.45 USDC', BUYER]) expect(html).toContain(text)
  })

  test('an order for an amount of coins delivers at least that amount', async () => {
    const buyer = buyerAt(service())
    const before = await balanceOf('ETH')
    const { page } = await buyer.order('ETH', { presetCryptoAmount: 0.05 })
    await buyer.press(page)
    const grown = (await balanceOf('ETH')) - before
    expect(grown >= parseUnits('0.05', 18) && grown < parseUnits('0.0501', 18)).toBe(true)
  })

  test('repeated presses, simultaneous or later, deliver once', async () => {
    const buyer = buyerAt(service())
    const before = await balanceOf('ETH')
    const { page, orderId } = await buyer.order('ETH')
    const answers = await Promise.all([buyer.press(page), buyer.press(page), buyer.press(page)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const again = await buyer.request(`${ONRAMP_PATHS.orders}/${orderId}/pay`, { method: 'POST' })
    expect(again.status).toBe(303)
    expect((await balanceOf('ETH')) - before).toBe(parseUnits('0.033', 18))
  })

  test('many visitors at once each get one delivery', async () => {
    const buyer = buyerAt(service())
    const buyers = Array.from({ length: 10 }, (_, index): Address => `0x${String(index + 1).padStart(40, 'b')}`)
    const orders = await Promise.all(buyers.map((address) => buyer.order('ETH', {}, address)))
    await Promise.all(orders.map(({ page }) => buyer.press(page)))
    const balances = await Promise.all(buyers.map((address) => balanceOf('ETH', address)))
    expect(balances).toEqual(buyers.map(() => parseUnits('0.033', 18)))
    const hashes = await Promise.all(orders.map(async ({ orderId }) => (await buyer.status(orderId)).txHash))
    expect(new Set(hashes).size).toBe(buyers.length)
  })
})

describe('refused', () => {
  async function expectPage(answering: Promise<Response>, status: number, text: string) {
    const answer = await answering
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining('text/html')])
    expect(await answer.text()).toContain(text)
  }

  test('an order not paid within 15 minutes', async () => {
    const buyer = buyerAt(service())
    const before = await balanceOf('ETH')
    const { page, orderId } = await buyer.order('ETH')
    const pay = () => buyer.request(`${ONRAMP_PATHS.orders}/${orderId}/pay`, { method: 'POST' })
    now += PAY_MS
    await expectPage(buyer.request(page), 200, 'not paid within 15 minutes')
    // `onramp.orderOver`, as a page.
    await expectPage(pay(), 410, 'was not paid in time')
    expect(await buyer.status(orderId)).toEqual({ status: 'failed' })
    expect(await balanceOf('ETH')).toBe(before)
    now += 60 * 60_000
    await expectPage(pay(), 404, 'The order is unknown')
  })

  test('an unknown order', async () => {
    const buyer = buyerAt(service())
    await buyer.order('ETH')
    for (const id of ['0'.repeat(32), 'x']) {
      await expectPage(
        buyer.request(`${ONRAMP_PATHS.orders}/${id}/pay`, { method: 'POST' }),
        404,
        'The order is unknown',
      )
      await expectPage(buyer.request(`/onramp/sandbox?order=${id}`), 404, 'The order is unknown')
      const watched = await buyer.request(`${ONRAMP_PATHS.orders}/${id}`)
      expect([watched.status, await watched.json()]).toMatchObject([404, { error: { code: 'onramp.unknownOrder' } }])
    }
    await expectPage(buyer.request('/onramp/sandbox'), 404, 'The order is unknown')
  })

  test('any order id gets an answer, and never a server error', async () => {
    const buyer = buyerAt(service())
    await assert(
      asyncProperty(string(), async (text) => {
        const id = encodeURIComponent(text) || 'x'
        const answers = await Promise.all([
          buyer.request(`${ONRAMP_PATHS.orders}/${id}`),
          buyer.request(`${ONRAMP_PATHS.orders}/${id}/pay`, { method: 'POST' }),
          buyer.request(`/onramp/sandbox?order=${id}`),
        ])
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      }),
      { numRuns: 50 },
    )
  })

  test('a press from another page', async () => {
    const buyer = buyerAt(service())
    const { page, orderId } = await buyer.order('ETH')
    await expectPage(buyer.press(page, { 'sec-fetch-site': 'cross-site' }), 400, 'on the page of the order')
    expect(await buyer.status(orderId)).toEqual({ status: 'created' })
  })

  test('an expired quote', async () => {
    const buyer = buyerAt(service())
    const { quoteId } = await buyer.quote('ETH')
    now += PAY_MS
    const answer = await buyer.askForPage('ETH', { quoteId })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'onramp.quoteOver' } }])
  })

  test('more than the daily limit of an address; other addresses and days have their own limit', async () => {
    const buyer = buyerAt(service())
    const other: Address = `0x${'c'.repeat(40)}`
    const most = { presetFiatAmount: 2_500 }
    const orders = await Promise.all(Array.from({ length: 5 }, () => buyer.order('USDC', most)))
    const before = await balanceOf('USDC')
    const answers = await Promise.all(orders.map(({ page }) => buyer.press(page)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303, 303, 429])
    expect((await balanceOf('USDC')) - before).toBe(4n * parseUnits('2475', 6))
    const more = await buyer.askForPage('USDC')
    expect([more.status, await more.json()]).toMatchObject([429, { error: { code: 'onramp.limit' } }])
    await buyer.order('USDC', most, other)
    now += DAY_MS
    await buyer.order('USDC', most)
  })
})

test('when the node refuses to sign, nothing is delivered, and the daily limit is not used', async () => {
  const stranger: Address = `0x${'a'.repeat(40)}`
  const over = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
  const buyer = buyerAt(service(over, stranger))
  const before = await balanceOf('ETH')
  for (let count = 0; count < 5; count++) {
    const { page, orderId } = await buyer.order('ETH', { presetFiatAmount: 2_500 })
    expect((await buyer.press(page)).status).toBe(303)
    expect(await buyer.status(orderId)).toEqual({ status: 'failed' })
    expect(await (await buyer.request(page)).text()).toContain('Nothing was delivered')
  }
  expect(await balanceOf('ETH')).toBe(before)
  const lines = over.lines.filter((line) => line.includes('has not delivered'))
  expect(lines).toHaveLength(5)
  expect(lines.join()).toContain('No Signer available')
  expect(over.lines.join().toLowerCase()).not.toMatch(new RegExp(`${BUYER}|${chain.url.host}`, 'i'))
})

test('a token without a price is not sold, and a chain that was not configured sells nothing', async () => {
  const { purchaseCurrencies } = await buyerAt(service()).options()
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI'])
  const api = onrampApi(parts, { added: [sellTestMoney(new Map([['eip155:31338', PAYER]]))] })
  const answer = await createApp(parts.log).route('/', api).request(withProject(ONRAMP_PATHS.options))
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'onramp.unconfigured' } }])
})

test('while the node is down the coin has a fallback price, and paid orders are not delivered', async () => {
  const silent = partsOver(new Map([[LOCAL_NETWORK, [await freeUrl()]]]))
  const buyer = buyerAt(service(silent))
  const { purchaseCurrencies } = await buyer.options()
  // USDC is the unit of the dollar prices.
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  const { page, orderId } = await buyer.order('ETH')
  await buyer.press(page)
  expect(await buyer.status(orderId)).toEqual({ status: 'failed' })
})

test('the page runs no scripts, loads nothing, cannot be framed, and sends no referrer', async () => {
  const buyer = buyerAt(service())
  const { page, orderId } = await buyer.order('ETH')
  const answer = await buyer.request(page)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  const style = /<style>(.*)<\/style>/s.exec(await answer.text())?.[1] ?? ''
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  // The modal is on another origin.
  const watched = await buyer.request(`${ONRAMP_PATHS.orders}/${orderId}`, {
    headers: { origin: 'https://shop.example' },
  })
  expect(watched.headers.get('access-control-allow-origin')).toBe('*')
  expect(parts.lines.join()).not.toContain(orderId)
  expect(parts.lines.join()).not.toContain(BUYER)
})
