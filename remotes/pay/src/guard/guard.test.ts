import { addErrors, type EvmTransactionRequest } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import type { TransferQuote } from '@portico/contracts/services/payments'
import { ADDRESS, ethereum } from '@portico/contracts/testing'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import type { Bill, BillToken } from '../bill/bill.ts'
import {
  bill,
  DOLLAR,
  dollar,
  dollarQuote,
  ether,
  etherBill,
  etherQuote,
  exchangeAbi,
  ROUTER,
  routers,
  SHOP,
  soon,
  transactionStep,
  WRAPPED,
} from '../testing.ts'
import { checkTransfer } from './checkTransfer.ts'

/** An untrusted service: everything it builds is checked before any wallet request. */

beforeAll(() => addErrors(actingErrors))

const THIEF = `0x${'66'.repeat(20)}` as const
const MOST = 600_000_000n
const EURO = `0x${'e0'.repeat(20)}` as const

const check = (quote: unknown, source: BillToken, owed: Bill) =>
  checkTransfer(quote as TransferQuote, {
    bill: owed,
    network: ethereum,
    account: ADDRESS,
    source,
    routers,
    now: Date.now(),
  })

const differenceOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'it was taken'
}

const approve = (spender: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] })

interface Call {
  readonly amount?: bigint
  readonly most?: bigint
  readonly path?: readonly Hex[]
  readonly to?: string
  readonly deadline?: bigint
}
const toEther = ({ amount = BigInt(etherBill.amount), most = MOST, path, to = SHOP, deadline = soon() }: Call = {}) =>
  encodeFunctionData({
    abi: exchangeAbi,
    functionName: 'swapTokensForExactETH',
    args: [amount, most, path ?? [DOLLAR, WRAPPED], to as Hex, deadline],
  })

/** A dollar quote with its steps replaced by these. */
const withSteps = (...steps: unknown[]) => ({ ...dollarQuote(), steps })
const withCall = (call: Call, value = 0n) => withSteps(transactionStep(ROUTER, toEther(call), value))
const withApproval = (data: Hex, to: string = DOLLAR, value = 0n) =>
  withSteps(transactionStep(to, data, value), transactionStep(ROUTER, toEther()))

test('a payment with another token sends the exact amount to the recipient through a listed router', () => {
  const deadline = soon()
  const { step, request, most } = check(dollarQuote({ deadline }), dollar, etherBill)
  expect([step, most]).toEqual(['pay', MOST])
  expect(request).toMatchObject({ from: ADDRESS, to: ROUTER, value: 0n, data: toEther({ deadline }) })
})

test('a payment with the coin sends no more of the coin than quoted', () => {
  const { request } = check(etherQuote(), ether, bill)
  expect(request).toMatchObject({ to: ROUTER, value: 10_000_000_000_000_000n })
})

test('an approval comes first, for exactly the maximum to be paid', () => {
  const { step, request } = check(dollarQuote({ isAllowed: false }), dollar, etherBill)
  expect([step, request.to, request.value, request.data]).toEqual(['approve', DOLLAR, 0n, approve(ROUTER, MOST)])
})

test.each<[string, unknown, RegExp]>([
  ['another recipient', withCall({ to: THIEF }), /someone else would be paid/],
  ['less than is owed', withCall({ amount: BigInt(etherBill.amount) - 1n }), /would pay less/],
  ['more than is owed', withCall({ amount: BigInt(etherBill.amount) + 1n }), /would pay more/],
  ['more taken than was quoted', withCall({ most: MOST + 1n }), /would take more/],
  ['a changed value', withCall({}, 1n), /it would also send coins/],
  ['another token to pay with', withCall({ path: [EURO, WRAPPED] }), /pays with another asset/],
  ['a path of a single token', withCall({ path: [DOLLAR] }), /we can’t tell what the payment does/],
  ['an old deadline', withCall({ deadline: soon() - 7_200n }), /has expired/],
  ['a deadline far away', withCall({ deadline: soon() + 7_200n }), /valid for too long/],
  ['another contract', withSteps(transactionStep(THIEF, toEther())), /an unknown contract/],
  [
    'a transfer',
    withSteps(
      transactionStep(ROUTER, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, MOST] })),
    ),
    /we can’t tell what the payment does/,
  ],
  [
    'tokens where the coin is owed',
    withSteps(
      transactionStep(
        ROUTER,
        encodeFunctionData({
          abi: exchangeAbi,
          functionName: 'swapTokensForExactTokens',
          args: [BigInt(etherBill.amount), MOST, [DOLLAR, EURO], SHOP as Hex, soon()],
        }),
      ),
    ),
    /wouldn’t get ETH/,
  ],
  [
    'a swap whose output is not exact',
    withSteps(
      transactionStep(
        ROUTER,
        encodeFunctionData({
          abi: parseAbi(['function swapExactTokensForETH(uint256,uint256,address[],address,uint256)']),
          args: [MOST, 1n, [DOLLAR, WRAPPED], SHOP as Hex, soon()],
        }),
      ),
    ),
    /we can’t tell what the payment does/,
  ],
  [
    'a deposit to someone who would forward it',
    withSteps({ type: 'deposit', requestId: 'r', deposit: { amount: '1', currency: DOLLAR, receiver: THIEF } }),
    /would go to 0x6666.*, who would have to forward it/,
  ],
  [
    'another network',
    withSteps({
      ...transactionStep(ROUTER, toEther()),
      transaction: { ...transactionStep(ROUTER, toEther()).transaction, network: 'eip155:137' },
    }),
    /for another network/,
  ],
  [
    'another account',
    withSteps({
      ...transactionStep(ROUTER, toEther()),
      transaction: { ...transactionStep(ROUTER, toEther()).transaction, from: THIEF },
    }),
    /someone else would have to sign/,
  ],
  [
    'an invalid transaction',
    withSteps({ type: 'transaction', requestId: 'r', transaction: 7 }),
    /what you’d be signing/,
  ],
  [
    'a third step',
    withSteps(...[1, 2, 3].map(() => transactionStep(ROUTER, toEther()))),
    /more steps than a payment needs/,
  ],
  [
    'another amount',
    { ...dollarQuote(), destination: { ...dollarQuote().destination, amount: '1' } },
    /another amount/,
  ],
  ['another asset', { ...dollarQuote(), destination: etherQuote().destination }, /for another asset/],
  ['another source', { ...dollarQuote(), origin: etherQuote().origin }, /pays with another asset/],
  ['an unlimited approval', withApproval(approve(ROUTER, maxUint256)), /for more than the payment/],
  ['an approval of one unit more', withApproval(approve(ROUTER, MOST + 1n)), /for more than the payment/],
  ['an approval of too little', withApproval(approve(ROUTER, MOST - 1n)), /for less than the payment/],
  ['an approval for an unknown spender', withApproval(approve(THIEF, MOST)), /for 0x6666.*, which is unknown/],
  ['an approval of another token', withApproval(approve(ROUTER, MOST), EURO), /for another token/],
  ['an approval with a value', withApproval(approve(ROUTER, MOST), DOLLAR, 1n), /approval would also send coins/],
  ['another call in place of the approval', withApproval(toEther()), /it isn’t an approval/],
  [
    'an approval before a payment that cannot be read',
    withSteps(transactionStep(DOLLAR, approve(ROUTER, MOST)), transactionStep(ROUTER, '0x1234')),
    /we can’t tell what the payment does/,
  ],
])('with %s no wallet request is made, and the difference is named', (_, quote, difference) => {
  const said = differenceOf(() => check(quote, dollar, etherBill))
  expect(said).toMatch(/^Nothing was sent: /)
  expect(said).toMatch(difference)
})

test('a payment with more of the coin than quoted is refused', () => {
  const quote = etherQuote()
  const [step] = quote.steps
  if (!step) throw new Error('no step')
  const greedy = { ...step, transaction: { ...step.transaction, value: '10000000000000001' } }
  expect(differenceOf(() => check({ ...quote, steps: [greedy] }, ether, bill))).toMatch(/would take more/)
})

test('whatever a service builds, a request pays the shop the amount due or approves exactly the quoted maximum', () => {
  const someone = fc.constantFrom(SHOP, THIEF, ADDRESS)
  const sum = fc.oneof(
    fc.constantFrom(BigInt(etherBill.amount), MOST, 0n, maxUint256),
    fc.bigInt({ min: 0n, max: maxUint256 }),
  )
  const call = fc
    .record({ amount: sum, most: sum, to: someone, path: fc.constantFrom([DOLLAR, WRAPPED], [EURO, WRAPPED]) })
    .map((one) => toEther(one as Call))
  const data = fc.oneof(
    call,
    sum.map((amount) => approve(ROUTER, amount)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x4a25d94a${Buffer.from(bytes).toString('hex')}` as Hex),
  )
  const step = fc
    .record({ to: fc.constantFrom(ROUTER, DOLLAR, THIEF), data, value: fc.constantFrom(0n, 1n) })
    .map(({ to, data: bytes, value }) => transactionStep(to, bytes, value))
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
      let request: EvmTransactionRequest
      try {
        request = check(withSteps(...steps), dollar, etherBill).request
      } catch (error) {
        expect(error).toMatchObject({ code: 'transaction.unexpected' })
        return
      }
      expect(request.value).toBe(0n)
      if (request.to === DOLLAR) expect(request.data).toBe(approve(ROUTER, MOST))
      else expect(request.data).toContain(SHOP.slice(2).toLowerCase())
    }),
  )
})
