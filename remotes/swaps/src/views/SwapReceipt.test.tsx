/** @jest-environment jsdom */
import type { SentTransaction, TransactionPhase } from '@portico/contracts'
import { ADDRESS, fakeActing, fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import { type SentSwap, swapSent } from '../swapsSlice.ts'
import { DOLLAR, dollar, ether, ROUTER } from '../testing.ts'
import type { Token } from '../token.ts'
import SwapReceipt from './SwapReceipt.tsx'

afterEach(unmountAll)

const HASH = `0x${'ab'.repeat(32)}`
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

const transfer = (token: string, to: string, amount: bigint) => ({
  address: token,
  topics: [TRANSFER, word(`0x${'11'.repeat(20)}`), word(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})

async function show(
  phase: TransactionPhase,
  { to = dollar, logs = [], unwraps }: { to?: Token; logs?: unknown; unwraps?: SentSwap['unwraps'] } = {},
) {
  const transaction: SentTransaction = { caipNetworkId: 'eip155:1', from: ADDRESS, hash: HASH, sentAt: 0, phase }
  const loadHoldings = jest.fn(async () => {})
  const acting = fakeActing({ loadHoldings, askNode: async () => ({ logs }) })
  const host = fakeHost({ remote, state: hostState({ transactions: [transaction] }), acting })
  const from = to === dollar ? ether : dollar
  host.store.dispatch(
    swapSent({ hash: HASH, from, to, amount: '1000000', quoted: '2000000000', minimum: '1980000000', unwraps }),
  )
  return { ...(await renderView(SwapReceipt, { host })), loadHoldings }
}

test('a pending swap shows the certain facts, and says that waiting is optional', async () => {
  const view = await show('pending')
  expect(view.text()).toContain('Swapping ETH')
  expect(view.text()).toContain('Receive at least')
  expect(view.text()).toContain('1,980 USD')
  expect(view.loadHoldings).not.toHaveBeenCalled()
})

test('a confirmed swap shows the amount received in its block, and holdings are refreshed', async () => {
  const logs = [
    transfer(DOLLAR, ADDRESS, 1_990_000_000n),
    transfer(DOLLAR, `0x${'22'.repeat(20)}`, 7n),
    transfer(`0x${'33'.repeat(20)}`, ADDRESS, 9n),
    null,
  ]
  const view = await show('confirmed', { logs })
  expect(view.text()).toContain('Swapped ETH to 1,990 USD')
  expect(view.text()).toContain('Received')
  expect(view.loadHoldings).toHaveBeenCalledWith(true)
})

test.each([
  ['if no router has unwrapped the coin', { to: ether }, 'Swapped USD to ETH'],
  ['if the node does not report the amount', { logs: 'nonsense' }, 'Swapped ETH to USD'],
])(
  '%s, the guaranteed minimum is shown as such, and never presented as the amount received',
  async (_, situation, title) => {
    const view = await show('confirmed', situation)
    expect(view.text()).toContain('Receive at least')
    expect(view.names('h2, [role=status] p')).toContain(title)
  },
)

test('for the coin, the received amount is the amount that the router unwrapped', async () => {
  const WRAPPED = `0x${'7e'.repeat(20)}`
  const withdrawal = (by: string, router: string, amount: bigint) => ({
    address: by,
    topics: [WITHDRAWAL, word(router)],
    data: `0x${amount.toString(16).padStart(64, '0')}`,
  })
  const logs = [
    withdrawal(WRAPPED, ROUTER, 2_500_000_000_000_000_000n),
    withdrawal(WRAPPED, ADDRESS, 7n),
    withdrawal(DOLLAR, ROUTER, 9n),
  ]
  const view = await show('confirmed', { to: ether, logs, unwraps: { token: WRAPPED, router: ROUTER } })
  expect(view.text()).toContain('Swapped USD to 2.5 ETH')
  expect(view.text()).toContain('Received')
})

test.each<[TransactionPhase, string]>([
  ['failed', 'The swap failed'],
  ['dropped', 'The network dropped this swap'],
  ['replaced', 'Another transaction replaced it'],
])('a %s swap is reported, and does not claim that anything was received', async (phase, title) => {
  const view = await show(phase)
  expect(view.text()).toContain(title)
  expect(view.text()).not.toContain('Receive at least')
  await view.press('Try again')
  expect(view.host.asked).toEqual([['replace', 'Swap', undefined]])
})

test('the transaction can be viewed, and finishing leads to the account', async () => {
  const view = await show('confirmed')
  expect(view.container.querySelector('a')?.href).toBe(`https://explorer.example/tx/${HASH}`)
  await view.press('Done')
  expect(view.host.asked).toEqual([['navigate', 'Account']])
})
