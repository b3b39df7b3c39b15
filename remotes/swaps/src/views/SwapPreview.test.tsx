/** @jest-environment jsdom */
import {
  type ActingCommands,
  addErrors,
  type EvmTransactionRequest,
  type Holding,
  ModalError,
  type SentTransaction,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import {
  ADDRESS,
  type FakeActing,
  fakeActing,
  fakeHost,
  hostState,
  type RenderedView,
  renderView,
  topUpWays,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { type Hex, parseUnits } from 'viem'
import remote from '../remote.ts'
import { aboutOf } from '../service.ts'
import { amountTyped, listRead, priceAccepted, type SwapsHostState, selectSwaps, tokenChosen } from '../swapsSlice.ts'
import { DOLLAR, dollar, ether, ownDollars, ownEther, ROUTER } from '../testing.ts'
import { approvedAmount, serviceOf } from '../testService.ts'
import { idOf, type Token } from '../token.ts'
import SwapPreview from './SwapPreview.tsx'

beforeAll(() => addErrors(actingErrors))
beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))

interface Situation {
  readonly from?: Token
  readonly to?: Token
  readonly amount?: string
  readonly acting?: Partial<ActingCommands>
  readonly holdings?: readonly Holding[]
  readonly transactions?: readonly SentTransaction[]
  /** The quote shown in the form, in the smallest unit of the target. */
  readonly agreed?: bigint
}

async function show({
  from = dollar,
  to = ether,
  amount = '10',
  acting = serviceOf(),
  holdings = [ownEther, ownDollars],
  transactions = [],
  agreed,
}: Situation = {}): Promise<RenderedView & { readonly wallet: FakeActing }> {
  const wallet = fakeActing(acting)
  const state = hostState({ holdings, transactions, topUps: topUpWays })
  const host = fakeHost({ remote, state, acting: wallet })
  host.store.dispatch(listRead({ caipNetworkId: 'eip155:1', tokens: [ether, dollar] }))
  host.store.dispatch(tokenChosen({ side: 'sourceToken', token: idOf(from) }))
  host.store.dispatch(tokenChosen({ side: 'toToken', token: idOf(to) }))
  host.store.dispatch(amountTyped(amount))
  if (agreed !== undefined) {
    const about = aboutOf({ account: ADDRESS, from, to, amount: parseUnits(amount, from.decimals) })
    host.store.dispatch(priceAccepted({ about, quoted: String(agreed) }))
  }
  const view = await renderView(SwapPreview, { host })
  await later(10)
  return { ...view, wallet }
}

const button = (view: RenderedView) =>
  view.container.querySelector<HTMLButtonElement>('[data-testid=swap-action-button]')
const stepsOf = (view: RenderedView) =>
  [...view.container.querySelectorAll<HTMLElement>('[data-state]')].map(({ dataset }) => dataset.state)
const snacksOf = (view: RenderedView) =>
  view.host.asked.flatMap(([name, snack]) => (name === 'showSnack' ? [(snack as { text: string }).text] : []))
const requestOf = (view: { wallet: FakeActing }) => view.wallet.sent[0]?.request as EvmTransactionRequest

test('a token is approved first, for exactly the amount', async () => {
  const view = await show()
  expect([button(view)?.textContent, stepsOf(view)]).toEqual(['Approve', ['now', 'later']])
  expect(view.names('[data-testid=request-preview] h2')).toEqual(['Allow someone to spend your tokens'])
  await view.press('Approve')
  expect(requestOf(view)).toMatchObject({ to: DOLLAR, value: 0n, from: ADDRESS })
  expect(approvedAmount(requestOf(view).data as Hex)).toEqual([
    expect.stringMatching(new RegExp(ROUTER, 'i')),
    10_000_000n,
  ])
  expect(view.wallet.sent[0]?.note).toEqual({
    type: 'approve',
    amount: '10000000',
    decimals: 6,
    symbol: 'USD',
    to: ROUTER,
  })
  // The answer replaces the pending message.
  expect(snacksOf(view)).toEqual(['Approve limit increase in your wallet', 'Transaction started'])
})

test("an approved amount is swapped as shown, through the router and with the service's gas limit", async () => {
  const view = await show({ acting: serviceOf({ allowance: () => 10_000_000n }) })
  expect([button(view)?.textContent, stepsOf(view)]).toEqual(['Swap', []])
  expect(view.text()).toContain('0.005 ETH')
  expect(view.text()).toContain('0.00495 ETH')
  // The service's limit of 150,000 × (2 gwei + 1 gwei of base fee)
  expect(view.text()).toContain('0.00045 ETH ($0.90)')
  await view.press('Swap')
  expect(requestOf(view)).toMatchObject({ to: ROUTER, value: 0n, gas: 150_000n })
  expect(view.wallet.sent[0]?.note).toMatchObject({ type: 'swap', amount: '10000000', symbol: 'USD' })
  expect(view.host.asked.at(-1)).toEqual(['replace', 'SwapReceipt'])
  const { form, sent } = selectSwaps(view.host.store.getState() as SwapsHostState)
  expect([form, sent?.quoted, sent?.minimum]).toEqual([{ amount: '' }, '5000000000000000', '4950000000000000'])
})

test('the coin needs no approval and is sent as the value', async () => {
  const view = await show({ from: ether, to: dollar, amount: '0.5' })
  await view.press('Swap')
  expect(requestOf(view)).toMatchObject({ to: ROUTER, value: 500_000_000_000_000_000n })
})

const approval = (over: Partial<SentTransaction> = {}): SentTransaction => ({
  caipNetworkId: 'eip155:1',
  from: ADDRESS,
  hash: '0x1',
  sentAt: 0,
  phase: 'pending',
  note: { type: 'approve', amount: '10000000', decimals: 6, symbol: 'USD' },
  ...over,
})

test('returning during an approval waits for it, without a second request', async () => {
  const view = await show({ transactions: [approval()] })
  expect([button(view)?.textContent, button(view)?.getAttribute('aria-busy'), stepsOf(view)]).toEqual([
    'Approving…',
    'true',
    ['now', 'later'],
  ])
  await view.press('Approving…')
  expect(view.wallet.sent).toEqual([])
})

test('returning after the approval continues with the swap', async () => {
  const acting = serviceOf({ allowance: () => 10_000_000n })
  const view = await show({ transactions: [approval({ phase: 'confirmed' })], acting })
  expect([button(view)?.textContent, stepsOf(view)]).toEqual(['Swap', ['done', 'now']])
})

test('a failed approval is reported and can be requested again', async () => {
  const view = await show({ transactions: [approval({ phase: 'failed' })] })
  expect(view.text()).toContain('The approval failed.')
  expect(button(view)?.textContent).toBe('Approve')
})

test.each<[string, (built: string) => string, RegExp]>([
  ['an unlimited allowance', (built) => built.replace(/[\da-f]{64}"/, `${'f'.repeat(64)}"`), /for more than the swap/],
  ['another spender', (built) => built.replace(ROUTER.slice(2), '9'.repeat(40)), /which is unknown/],
])('a service that wants %s gets nothing, and the reason is shown', async (_, lie, said) => {
  const build = (answer: unknown) => JSON.parse(lie(JSON.stringify(answer)))
  const view = await show({ acting: serviceOf({ build }) })
  expect(view.names('[role=alert]')[0]).toMatch(/^Nothing was sent: /)
  expect(view.names('[role=alert]')[0]).toMatch(said)
  expect(button(view)?.disabled).toBe(true)
})

test('a service that names another receiver gets nothing, and the reason is shown', async () => {
  const build = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer).replaceAll(ADDRESS.slice(2).toLowerCase(), '9'.repeat(40)))
  const view = await show({ from: ether, to: dollar, amount: '0.5', acting: serviceOf({ build }) })
  expect(view.names('[role=alert]')[0]).toBe('Nothing was sent: someone else would receive itTry again')
  expect([button(view)?.disabled, view.wallet.sent]).toEqual([true, []])
})

test('a swap that the coin does not cover is not sent', async () => {
  const view = await show({ from: ether, to: dollar, amount: '1.5' })
  expect(view.text()).toContain('You don’t have enough ETH for the network fee of')
  expect(button(view)?.disabled).toBe(true)
  expect([view.names('[role=group]'), view.names('[role=group] button')]).toEqual([
    ['Get more ETH'],
    ['Buy', 'Receive'],
  ])
  await view.press('Buy')
  expect(view.host.asked).toEqual([['navigate', 'OnRampProviders']])
})

test('with enough for a swap, no way to get more is offered', async () => {
  expect((await show({ from: ether, to: dollar, amount: '0.5' })).names('[role=group]')).toEqual([])
})

test('a swap that would fail now is not requested, and the reason is shown', async () => {
  const service = serviceOf()
  const askNode: ActingCommands['askNode'] = async (request) => {
    if (request.method === 'eth_estimateGas')
      throw new ModalError('node.refused', { details: { reason: 'INSUFFICIENT_OUTPUT_AMOUNT' } })
    return service.askNode?.(request)
  }
  const view = await show({ from: ether, to: dollar, amount: '1', acting: { ...service, askNode } })
  expect(view.names('[role=alert]')[0]).toContain('INSUFFICIENT_OUTPUT_AMOUNT')
  expect(button(view)?.disabled).toBe(true)
})

test('without a price, the fee is shown in the coin only', async () => {
  const holdings = [{ ...ownEther, price: undefined }, ownDollars]
  const view = await show({ from: ether, to: dollar, amount: '0.5', holdings })
  expect(view.text()).toContain('Maximum network fee0.00045 ETHNetwork')
})

test('a plan that cannot be rebuilt keeps the view, with nothing to sign', async () => {
  let isDown = false
  const service = serviceOf()
  const askService: ActingCommands['askService'] = async (request, signal) => {
    if (isDown) throw new ModalError('service.unreachable')
    return service.askService?.(request, signal)
  }
  const view = await show({ from: ether, to: dollar, amount: '0.5', acting: { ...service, askService } })
  expect(button(view)?.disabled).toBe(false)
  isDown = true
  await later(11_000)
  await later(10)
  expect(view.names('[role=alert]')).toEqual(['Couldn’t reach the serviceTry again'])
  await act(async () => button(view)?.click())
  expect([button(view)?.disabled, view.wallet.sent, view.host.asked]).toEqual([true, [], []])
  isDown = false
  await view.press('Try again')
  await later(10)
  await view.press('Swap')
  expect(view.wallet.sent).toHaveLength(1)
})

test('an old quote is refreshed before anything is sent', async () => {
  let quotes = 0
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const service = serviceOf()
  const askService: ActingCommands['askService'] = async (request, signal) => {
    if (request.path.endsWith('/quotes')) quotes += 1
    return service.askService?.(request, signal)
  }
  const view = await show({ from: ether, to: dollar, amount: '1', acting: { ...service, askService } })
  await later(40_000)
  expect(quotes).toBe(1)
  await view.press('Swap')
  await later(10)
  expect([quotes, view.wallet.sent]).toEqual([2, []])
  await view.press('Swap')
  expect(view.wallet.sent).toHaveLength(1)
  hidden.mockRestore()
})

test('a rejection in the wallet is shown, and the form is kept', async () => {
  const acting = {
    ...serviceOf(),
    send: async () => {
      throw new ModalError('connection.requestRejected')
    },
  }
  const view = await show({ from: ether, to: dollar, amount: '1', acting })
  await view.press('Swap')
  expect(snacksOf(view).at(-1)).toBe(new ModalError('connection.requestRejected').message)
  expect(selectSwaps(view.host.store.getState() as SwapsHostState).form.amount).toBe('1')
})

test('a large loss of value is named on the button, which needs a second press', async () => {
  const quote = async () => 1_000_000_000n
  const build = (answer: unknown) => answer
  const view = await show({ from: ether, to: dollar, amount: '1', acting: serviceOf({ quote, build }) })
  expect(button(view)?.textContent).toBe('Swap anyway')
  expect(view.text()).toContain('You lose 50% of the value in this swap.')
  await view.press('Swap anyway')
  expect([button(view)?.textContent, view.wallet.sent]).toEqual(['Yes, swap at this loss', []])
  await view.press('Yes, swap at this loss')
  expect(view.wallet.sent).toHaveLength(1)
})

describe('a quote that differs from the accepted one', () => {
  const ofDollars = (received: () => bigint) => ({
    from: ether,
    to: dollar,
    amount: '1',
    acting: serviceOf({ quote: async () => received() }),
  })

  test('by more than the slippage stops the swap and asks again', async () => {
    let received = 2_000_000_000n
    const view = await show(ofDollars(() => received))
    received = 1_979_999_999n
    await later(11_000)
    await later(10)
    expect(view.names('[role=alert]')[0]).toBe(
      'The price has changedYou would now receive 1,979.999999 USD instead of 2,000 USD.',
    )
    await view.press('Accept the new price')
    expect([button(view)?.textContent, view.wallet.sent]).toEqual(['Swap', []])
    await view.press('Swap')
    expect(view.wallet.sent).toHaveLength(1)
  })

  test('also stops the swap if the accepted quote was shown in the form', async () => {
    const view = await show({ ...ofDollars(() => 1_900_000_000n), agreed: 2_000_000_000n })
    expect(button(view)?.textContent).toBe('Accept the new price')
    await view.press('Accept the new price')
    expect(view.wallet.sent).toEqual([])
  })

  test('by at most the slippage still counts as accepted', async () => {
    const view = await show({ ...ofDollars(() => 1_980_000_000n), agreed: 2_000_000_000n })
    await view.press('Swap')
    expect(view.wallet.sent).toHaveLength(1)
  })
})

test('leaving and returning during a wallet request does not repeat it', async () => {
  const send = jest.fn(() => new Promise<never>(() => {}))
  const view = await show({ from: ether, to: dollar, amount: '1', acting: { ...serviceOf(), send } })
  await view.press('Swap')
  await unmountAll()
  const again = await renderView(SwapPreview, { host: view.host })
  await later(20_000)
  expect(button(again)?.getAttribute('aria-busy')).toBe('true')
  await act(async () => button(again)?.click())
  expect(send).toHaveBeenCalledTimes(1)
})

test("whether the coin suffices is decided by the network, not by a service's list", async () => {
  const rich = [{ ...ownEther, amount: '9000000000000000000' }, ownDollars]
  const view = await show({ from: ether, to: dollar, amount: '1.5', holdings: rich })
  expect(view.text()).toContain('You don’t have enough ETH for the network fee of')
  await unmountAll()
  const poor = [{ ...ownEther, amount: '1' }, ownDollars]
  const other = await show({ acting: serviceOf({ allowance: () => 10_000_000n }), holdings: poor })
  expect(button(other)?.disabled).toBe(false)
})

test('a token that rejects a second allowance has the first allowance revoked', async () => {
  let left = 5n
  const service = serviceOf({ allowance: () => left })
  const askNode: ActingCommands['askNode'] = async (request) => {
    const [call] = (request.params ?? []) as { data?: string }[]
    if (request.method === 'eth_estimateGas' && left > 0n && !call?.data?.endsWith('0'.repeat(64)))
      throw new ModalError('node.refused', { details: { reason: 'execution reverted' } })
    return service.askNode?.(request)
  }
  const view = await show({ acting: { ...service, askNode } })
  expect([button(view)?.textContent, stepsOf(view)]).toEqual(['Reset approval', ['now', 'later', 'later']])
  expect(view.text()).toContain('Reset the old approval')
  await view.press('Reset approval')
  expect(approvedAmount(requestOf(view).data as Hex)).toEqual([expect.stringMatching(new RegExp(ROUTER, 'i')), 0n])
  expect(view.wallet.sent[0]?.note).toMatchObject({ type: 'approve', amount: '0' })
  left = 0n
  await later(11_000)
  expect(button(view)?.textContent).toBe('Approve')
})

describe('the site receives an event', () => {
  const about = {
    isSmartAccount: false,
    network: 'eip155:1',
    swapFromToken: 'ETH',
    swapToToken: 'USD',
    swapFromAmount: '1',
    swapToAmount: '2000',
  }

  test('for a swap that is requested and sent', async () => {
    const view = await show({ from: ether, to: dollar, amount: '1' })
    await view.press('Swap')
    expect(view.wallet.tracked).toEqual([
      ['INITIATE_SWAP', about],
      ['SWAP_SUCCESS', about],
    ])
  })

  test('for a swap that failed, with the reason', async () => {
    const send = async () => {
      throw new ModalError('connection.requestRejected')
    }
    const { message } = new ModalError('connection.requestRejected')
    const view = await show({ from: ether, to: dollar, amount: '1', acting: { ...serviceOf(), send } })
    await view.press('Swap')
    expect(view.wallet.tracked.at(-1)).toEqual(['SWAP_ERROR', { ...about, message }])
    await unmountAll()
    const other = await show({ acting: { ...serviceOf(), send } })
    await other.press('Approve')
    expect(other.wallet.tracked).toEqual([['SWAP_APPROVAL_ERROR', expect.objectContaining({ message })]])
  })
})
