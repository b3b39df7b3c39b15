import { addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { ADDRESS, ethereum, fakeActing } from '@portico/contracts/testing'
import { bill, DOLLAR, dollar, dollarQuote, ether, etherBill, etherQuote, ROUTER, SHOP, serviceOf } from '../testing.ts'
import { evmPlan } from './evmPlan.ts'
import type { Wish } from './plan.ts'

beforeAll(() => addErrors(actingErrors))

const plan = (wish: Partial<Wish>, behaviour: Parameters<typeof serviceOf>[0] = {}) =>
  evmPlan(
    { bill, network: ethereum, account: ADDRESS, source: dollar, ...wish },
    fakeActing(serviceOf(behaviour)),
    new AbortController().signal,
  )

const word = (text: string) => text.toLowerCase().padStart(64, '0')

test('a token bill is paid by a transfer of the exact amount to the recipient', async () => {
  expect(await plan({})).toMatchObject({
    step: 'pay',
    most: 12_500_000n,
    request: {
      from: ADDRESS,
      to: DOLLAR,
      value: 0n,
      data: `0xa9059cbb${word(SHOP.slice(2))}${word((12_500_000).toString(16))}`,
    },
    // 100,000 gas plus a quarter, at 2 gwei plus the base fee
    fee: 125_000n * 3_000_000_000n,
  })
})

test('a coin bill is paid by sending the coin', async () => {
  const { request } = (await plan({ bill: etherBill, source: ether })) as { request: object }
  expect(request).toEqual({
    namespace: 'eip155',
    caipNetworkId: 'eip155:1',
    from: ADDRESS,
    to: SHOP,
    value: 250_000_000_000_000_000n,
  })
})

test('another token is swapped by a service whose transaction is checked first', async () => {
  expect(await plan({ source: ether }, { quote: () => etherQuote() })).toMatchObject({
    step: 'pay',
    request: { to: ROUTER, value: 10_000_000_000_000_000n },
  })
  const quote = () => dollarQuote({ isAllowed: false })
  expect(await plan({ bill: etherBill }, { quote, dollars: 600_000_000n })).toMatchObject({
    step: 'approve',
    request: { to: DOLLAR },
  })
})

test('the request to the service has exactly the amount due', async () => {
  const requests: unknown[] = []
  await plan(
    { source: ether },
    {
      quote: ({ body }) => {
        requests.push(body)
        return etherQuote()
      },
    },
  )
  expect(requests).toEqual([
    {
      user: ADDRESS,
      originChainId: '1',
      originCurrency: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      destinationChainId: '1',
      destinationCurrency: DOLLAR,
      recipient: SHOP,
      amount: '12500000',
    },
  ])
})

test.each<[string, Partial<Wish>, Parameters<typeof serviceOf>[0], object]>([
  ['too little of the token', {}, { dollars: 12_499_999n }, { type: 'tooLittle', missing: 1n }],
  ['too little of the coin', { bill: etherBill, source: ether }, { wei: 1n }, { type: 'tooLittle' }],
  ['nothing for the fee', {}, { wei: 0n }, { type: 'noFee' }],
  ['too little for the fee', {}, { wei: 1_000_000n }, { type: 'noFee' }],
  [
    'just the amount, and nothing for the fee',
    { bill: etherBill, source: ether },
    { wei: 250_000_000_000_000_000n },
    { type: 'noFee' },
  ],
  ['their own address as the recipient', { bill: { ...bill, recipient: ADDRESS } }, {}, { type: 'ownAddress' }],
  [
    'no route between the two tokens',
    { source: ether },
    { quote: () => new ModalError('service.status', { details: { status: 404, code: 'payments.noRoute' } }) },
    { type: 'noRoute' },
  ],
])('a visitor with %s sees the reason, and there is nothing to sign', async (_, wish, behaviour, obstacle) => {
  expect(await plan(wish, behaviour)).toEqual({ obstacle: expect.objectContaining(obstacle) })
})

test.each<[string, Parameters<typeof serviceOf>[0], object]>([
  [
    'quotes another destination',
    { quote: () => ({ ...etherQuote(), destination: dollarQuote().destination }) },
    { code: 'transaction.unexpected' },
  ],
  ['sends something other than a quote', { quote: () => ({}) }, { code: 'service.invalidAnswer' }],
  ['does not respond', { quote: () => new ModalError('service.unreachable') }, { code: 'service.unreachable' }],
])('a service that %s causes an error', async (_, behaviour, error) => {
  await expect(plan({ source: ether }, behaviour)).rejects.toMatchObject(error)
})

test('a transaction that the network would reject is not signed', async () => {
  const refused = new ModalError('node.refused', { details: { reason: 'execution reverted' } })
  const node = (method: string) => (method === 'eth_estimateGas' ? refused : undefined)
  await expect(plan({}, { node })).rejects.toBe(refused)
})
