import {
  EXCHANGE_METHODS,
  ExchangeAssets,
  exchangeAssetsPath,
  PAYMENTS_PATHS,
  TEST_EXCHANGE_ID,
} from '@portico/contracts/services/payments'
import { parse } from 'valibot'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { payTestMoney } from '../../local/testMoney/exchange/payTestMoney'
import { createApp } from '../../services/src/http/createApp.ts'
import { paymentsApi } from '../../services/src/payments/paymentsApi.ts'
import { createExchangeVisitor } from '../../services/testing/exchangeVisitor.ts'
import {
  addressOf,
  LOCAL_NETWORK,
  type PoolParts,
  partsOver,
  startLocalPools,
} from '../../services/testing/localPools.ts'
import { withProject } from '../../services/testing/onrampSuite.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(60_000)

/** Account 6 of the development mnemonic; other tests do not spend its funds. */
const PAYER: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
/** Not one of the node's accounts. */
const STRANGER: Address = '0x00000000000000000000000000000000000000F1'
const SHOP_OWNER: Address = '0x000000000000000000000000000000000000dEaD'
const PAY_MS = 15 * 60_000

let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts
let now = Date.now()

beforeAll(async () => {
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain?.stop())

function visitor(payer = PAYER) {
  const settings = { testExchange: payTestMoney(new Map([[LOCAL_NETWORK, payer]]), () => now) }
  const app = createApp(parts.log).route('/', paymentsApi(parts, parts.pools, settings))
  return createExchangeVisitor(async (path, init) => app.request(path, init), LOCAL_NETWORK)
}

const assetOf = (symbol: string) => (symbol === 'ETH' ? 'slip44:60' : `erc20:${addressOf(symbol)}`)

const balanceOf = (symbol: string, owner: Address = SHOP_OWNER) =>
  symbol === 'ETH'
    ? chain.client.getBalance({ address: owner })
    : chain.client.readContract({
        abi: erc20Abi,
        address: addressOf(symbol),
        functionName: 'balanceOf',
        args: [owner],
      })

describe('the offered exchanges', () => {
  const testExchange = { id: TEST_EXCHANGE_ID, name: 'Test exchange', imageUrl: '' }

  test.each(['ETH', 'USDC', 'DAI'])('the test exchange, for %s on its own chain', async (symbol) => {
    const asset = `${LOCAL_NETWORK}/${assetOf(symbol)}`
    expect(await visitor().list({ asset, amount: '12.5' })).toEqual({ exchanges: [testExchange], total: 1 })
  })

  test('all exchanges, if no asset is named', async () => {
    expect(await visitor().list()).toEqual({ exchanges: [testExchange], total: 1 })
  })

  test.each([
    ['for an unsupported chain', { asset: 'eip155:1/slip44:60' }],
    ['for an unlisted token', { asset: `${LOCAL_NETWORK}/erc20:${STRANGER}` }],
    ['if the request excludes it', { exclude: [TEST_EXCHANGE_ID] }],
    ['if the request names only another one', { includeOnly: ['coinbase'] }],
    ['on the second page', { page: 2 }],
  ])('none: %s', async (_, params) => {
    expect(await visitor().list(params)).toEqual({ exchanges: [], total: 0 })
  })

  test("the test exchange's assets are listed for each family", async () => {
    const answer = await visitor().request(withProject(exchangeAssetsPath(TEST_EXCHANGE_ID)))
    const { exchangeId, assets } = parse(ExchangeAssets, await answer.json())
    expect(exchangeId).toBe(TEST_EXCHANGE_ID)
    expect(assets.eip155?.map(({ asset, metadata }) => [asset, metadata.symbol])).toEqual(
      expect.arrayContaining([
        ['native', 'ETH'],
        [addressOf('USDC'), 'USDC'],
      ]),
    )
  })

  test('an unknown exchange has no assets, and the response says so as other clients expect', async () => {
    const answer = await visitor().request(withProject(exchangeAssetsPath('coinbase')))
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: 'The exchange is unknown', code: 'payments.unknownExchange' },
    ])
  })
})

describe('real delivery', () => {
  test.each([
    ['ETH', 18, '0.25'],
    ['USDC', 6, '12.345678'],
    ['DAI', 18, '1000000'],
  ])('"Pay": the recipient gets exactly the requested %s', async (symbol, decimals, amount) => {
    const { begin, press, request, status } = visitor()
    const before = await balanceOf(symbol)
    const { url, sessionId } = await begin(assetOf(symbol), amount, SHOP_OWNER)
    expect(await status(sessionId)).toEqual({ status: 'UNKNOWN' })
    const page = await (await request(url)).text()
    for (const text of [`Pay ${amount} ${symbol}`, SHOP_OWNER, LOCAL_NETWORK, 'Decline']) expect(page).toContain(text)
    expect(await balanceOf(symbol)).toBe(before)

    const pressed = await press(url, 'pay')
    expect([pressed.status, `http://localhost${pressed.headers.get('location')}`]).toEqual([303, url])
    expect((await balanceOf(symbol)) - before).toBe(parseUnits(amount, decimals))
    const paid = await status(sessionId)
    expect(paid.status).toBe('SUCCESS')
    const receipt = await chain.client.getTransactionReceipt({ hash: paid.txHash as `0x${string}` })
    expect(receipt.status).toBe('success')
    const after = await (await request(url)).text()
    expect(after).toContain('Your payment has arrived')
    expect(after).toContain(paid.txHash)
    expect(after).not.toContain('<button')
  })

  test('repeated presses, simultaneous or later, pay once', async () => {
    const { begin, press, request, status } = visitor()
    const before = await balanceOf('ETH')
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'pay')])
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303])
    for (const button of ['pay', 'decline']) {
      await request(`/payments/sandbox/${sessionId}/${button}`, { method: 'POST' })
    }
    expect((await balanceOf('ETH')) - before).toBe(parseUnits('1', 18))
    expect((await status(sessionId)).status).toBe('SUCCESS')
  })

  test('while the transaction is unconfirmed, the payment is in progress and its transaction is known', async () => {
    const { begin, press, status } = visitor()
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    await chain.client.setAutomine(false)
    try {
      const pressing = press(url, 'pay')
      const seen = await until(async () => {
        const current = await status(sessionId)
        return current.txHash ? current : undefined
      })
      expect(seen).toEqual({ status: 'IN_PROGRESS', txHash: expect.stringMatching(/^0x[\da-f]{64}$/) })
      await chain.client.mine({ blocks: 1 })
      await pressing
      expect(await status(sessionId)).toEqual({ status: 'SUCCESS', txHash: seen.txHash })
    } finally {
      await chain.client.setAutomine(true)
    }
  })
})

describe('nothing is paid', () => {
  test('"Decline": the payment has failed for good', async () => {
    const { begin, press, request, status } = visitor()
    const before = await balanceOf('ETH')
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    expect((await press(url, 'decline')).status).toBe(303)
    expect(await status(sessionId)).toEqual({ status: 'FAILED' })
    await request(`/payments/sandbox/${sessionId}/pay`, { method: 'POST' })
    expect([await status(sessionId), await balanceOf('ETH')]).toEqual([{ status: 'FAILED' }, before])
    expect(await (await request(url)).text()).toContain('You have declined')
  })

  test('the paying account is empty: the payment has failed, and the log names no account', async () => {
    const { begin, press, request, status } = visitor(STRANGER)
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    await press(url, 'pay')
    expect(await status(sessionId)).toEqual({ status: 'FAILED' })
    expect(await (await request(url)).text()).toContain('The network did not take it')
    const lines = parts.lines.filter((line) => line.includes('the test exchange has not paid'))
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain(SHOP_OWNER)
  })

  test('the transaction is reverted: the payment has failed, and its transaction is known', async () => {
    const { begin, press, status } = visitor()
    // The token rejects transfers to the zero address.
    const { url, sessionId } = await begin(assetOf('USDC'), '1', '0x0000000000000000000000000000000000000000')
    await press(url, 'pay')
    expect((await status(sessionId)).status).toBe('FAILED')
  })

  test('no press for a quarter of an hour', async () => {
    const { begin, request, status } = visitor()
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    now += PAY_MS
    expect(await status(sessionId)).toEqual({ status: 'FAILED' })
    expect(await (await request(url)).text()).toContain('not paid within 15 minutes')
    expect((await request(`/payments/sandbox/${sessionId}/pay`, { method: 'POST' })).status).toBe(410)
  })

  test('a press from another page', async () => {
    const { begin, press, status } = visitor()
    const { url, sessionId } = await begin(assetOf('ETH'), '1', SHOP_OWNER)
    expect((await press(url, 'pay', { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
    expect(await status(sessionId)).toEqual({ status: 'UNKNOWN' })
  })

  test('an unknown session is reported as unknown', async () => {
    expect(await visitor().status('0'.repeat(32))).toEqual({ status: 'UNKNOWN' })
  })
})

describe('an invalid request gets the error of §9.1', () => {
  const ask = {
    exchangeId: TEST_EXCHANGE_ID,
    asset: `${LOCAL_NETWORK}/slip44:60`,
    amount: '1',
    recipient: `${LOCAL_NETWORK}:${SHOP_OWNER}`,
  }
  const token = `${LOCAL_NETWORK}/erc20:${STRANGER}`

  test.each([
    [
      'an unsupported asset',
      { asset: token },
      `Asset ${token} is not supported by exchange ${TEST_EXCHANGE_ID}`,
      'ASSET_NOT_SUPPORTED',
    ],
    [
      'an unsupported family',
      { asset: 'bip122:000000000019d6689c085ae165831e93/slip44:0' },
      'is not supported',
      'ASSET_NOT_SUPPORTED',
    ],
    ['an invalid asset', { asset: 'ETH' }, 'asset: must be a CAIP-19 asset', 'INVALID_ASSET'],
    ['a zero amount', { amount: '0.0' }, 'must be more than nothing', 'INVALID_AMOUNT'],
    ['an exponent', { amount: '1e3' }, 'must be a decimal number', 'INVALID_AMOUNT'],
    [
      'more digits than the token has',
      { asset: `${LOCAL_NETWORK}/${assetOf('USDC')}`, amount: '0.1234567' },
      'USDC has 6 digits',
      'INVALID_AMOUNT',
    ],
    ['an amount above the maximum', { amount: '100.000000000000000001' }, 'at most 100 ETH', 'INVALID_AMOUNT'],
    [
      'an address of another network',
      { recipient: `eip155:1:${SHOP_OWNER}` },
      'must be an address of',
      'INVALID_RECIPIENT_ADDRESS_FOR_ASSET',
    ],
    [
      'an address of another family',
      { recipient: `${LOCAL_NETWORK}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96` },
      'must be an address of',
      'INVALID_RECIPIENT_ADDRESS_FOR_ASSET',
    ],
    ['an invalid recipient', { recipient: SHOP_OWNER }, 'recipient: must be a CAIP-10 address', 'INVALID_RECIPIENT'],
    ['an unknown exchange', { exchangeId: 'coinbase' }, 'Exchange coinbase not found', 'INVALID_PAYMENT_CONFIG'],
  ])('%s', async (_, change, text, code) => {
    expect(await visitor().call(EXCHANGE_METHODS.payUrl, { ...ask, ...change })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(text), data: { code } },
    })
  })

  test('an unknown method, and a body that is not a call', async () => {
    const { call, request } = visitor()
    expect(await call('reown_getEverything', {})).toMatchObject({ error: { code: -32601 } })
    const answer = await request(withProject('/v1/json-rpc'), { method: 'POST', body: '{"id":"a","method":"x"}' })
    expect(await answer.json()).toMatchObject({ id: 'a', error: { code: -32600 } })
  })
})

test('without settings there are no exchanges', async () => {
  const app = createApp(parts.log).route('/', paymentsApi(parts, parts.pools))
  const { call, list, request } = createExchangeVisitor(async (path, init) => app.request(path, init), LOCAL_NETWORK)
  expect(await list()).toEqual({ exchanges: [], total: 0 })
  const params = { exchangeId: TEST_EXCHANGE_ID, sessionId: '1' }
  expect(await call(EXCHANGE_METHODS.buyStatus, params)).toMatchObject({ error: { code: -32602 } })
  expect((await request(withProject(exchangeAssetsPath(TEST_EXCHANGE_ID)))).status).toBe(404)
})

test('without pools and an upstream, assets cannot be converted', async () => {
  const alone = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]), { hasPools: false })
  const app = createApp(alone.log).route('/', paymentsApi(alone, alone.pools))
  const body = JSON.stringify({
    user: PAYER,
    originChainId: '31337',
    originCurrency: addressOf('USDC'),
    destinationChainId: '31337',
    destinationCurrency: addressOf('DAI'),
    recipient: SHOP_OWNER,
    amount: '1',
  })
  const answer = await app.request(withProject(PAYMENTS_PATHS.quote), { method: 'POST', body })
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'payments.unconfigured' }])
})
