/** @jest-environment jsdom */
import { type ActingCommands, ModalError, type SentTransaction, type SwapArguments } from '@portico/contracts'
import {
  ADDRESS,
  connectionWith,
  ethereum,
  fakeActing,
  fakeHost,
  harbor,
  hostState,
  OTHER_ADDRESS,
  polygon,
  type RenderedView,
  renderView,
  topUpWays,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { gasPlanned, type SwapsHostState, selectSwaps, tokenChosen } from '../swapsSlice.ts'
import { dollar, ether, euro, ownDollars, ownEther } from '../testing.ts'
import { serviceOf } from '../testService.ts'
import { idOf } from '../token.ts'
import Swap from './Swap.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

interface Situation {
  readonly acting?: Partial<ActingCommands>
  readonly locale?: string
  readonly to?: typeof dollar
  readonly wished?: SwapArguments
  readonly network?: typeof ethereum
  readonly transactions?: readonly SentTransaction[]
}

async function show({
  acting = serviceOf(),
  locale = 'en',
  to,
  wished,
  network = ethereum,
  transactions = [],
}: Situation = {}) {
  const connection = connectionWith(harbor, network)
  const state = hostState({ holdings: [ownEther, ownDollars], connection, transactions, topUps: topUpWays })
  const host = fakeHost({ remote, state, locale, acting: fakeActing(acting) })
  if (to) host.store.dispatch(tokenChosen({ side: 'toToken', token: idOf(to), from: idOf(ether) }))
  const view = await renderView(Swap, { host, params: wished })
  await later(0)
  return view
}

const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
const field = (view: RenderedView, side: string) => {
  const input = view.container.querySelector<HTMLInputElement>(`[data-testid=swap-input-${side}]`)
  if (!input) throw new Error(`there is no ${side}`)
  return input
}
async function type(view: RenderedView, text: string) {
  const input = field(view, 'sourceToken')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const button = (view: RenderedView) =>
  view.container.querySelector<HTMLButtonElement>('[data-testid=swap-action-button]')
const label = (view: RenderedView) => button(view)?.textContent
const formOf = (view: RenderedView) => selectSwaps(view.host.store.getState() as SwapsHostState).form

test('the button says what is missing, and opens the review once the form is complete', async () => {
  const view = await show()
  expect(label(view)).toBe('Select token')
  await act(async () =>
    view.host.store.dispatch(tokenChosen({ side: 'toToken', token: idOf(dollar), from: idOf(ether) })),
  )
  expect(label(view)).toBe('Enter amount')
  await type(view, '0.5')
  expect(label(view)).toBe('Getting the price')
  await later(250)
  expect([label(view), field(view, 'toToken').value]).toEqual(['Review swap', '1,000'])
  expect(view.text()).toContain('$1,000.00')
  expect(view.text()).toContain('1 ETH = 2,000 USD')
  expect(view.text()).toContain('990 USD')
  await view.press('Review swap')
  expect(view.host.asked).toEqual([['navigate', 'SwapPreview']])
})

test.each([
  ['1.51', 'You have 1.5 ETH', 'Insufficient balance'],
  ['0', 'Enter an amount above zero', 'Incorrect value'],
  ['1,5', 'Enter an amount such as 0.5.', 'Incorrect value'],
  ['1e3', 'Enter an amount such as 0.5.', 'Incorrect value'],
  ['-1', 'Enter an amount such as 0.5.', 'Incorrect value'],
])('with 1.5 ether, %s cannot be swapped: %s', async (text, sentence, said) => {
  const quote = jest.fn()
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, text)
  await later(1_000)
  expect([view.names('[role=alert]'), label(view), button(view)?.disabled]).toEqual([[sentence], said, true])
  expect(field(view, 'sourceToken').value).toBe(text)
  expect(quote).not.toHaveBeenCalled()
})

test('only a visitor with too little is shown ways to get more', async () => {
  const view = await show({ to: dollar })
  const ways = () => view.names('[role=group] button')
  await type(view, '1.5')
  expect(ways()).toEqual([])
  await type(view, '1.51')
  expect([view.names('[role=group]'), ways()]).toEqual([['Get more ETH'], ['Buy', 'Receive']])
  await view.press('Receive')
  expect(view.host.asked).toEqual([['navigate', 'WalletReceive']])
})

test('a late quote does not replace a newer one', async () => {
  const answers: ((received: bigint) => void)[] = []
  const signals: (AbortSignal | undefined)[] = []
  const quote = (_: unknown, signal?: AbortSignal) => {
    signals.push(signal)
    return new Promise<bigint>((resolve) => answers.push(resolve))
  }
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  await type(view, '0.5')
  await later(250)
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  await act(async () => answers[1]?.(1_000_000_000n))
  await act(async () => answers[0]?.(2_000_000_000n))
  expect(field(view, 'toToken').value).toBe('1,000')
})

test('a quote is requested after the last key press and every ten seconds, while the old quote stays', async () => {
  let price = 2_000_000_000n
  const quote = jest.fn(async () => price)
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  for (const text of ['1', '1.', '1.0']) {
    await type(view, text)
    await later(100)
  }
  await later(200)
  expect([quote.mock.calls.length, field(view, 'toToken').value]).toEqual([1, '2,000'])
  price = 1_900_000_000n
  await later(9_600)
  expect(field(view, 'toToken').value).toBe('2,000')
  await later(200)
  expect([quote.mock.calls.length, field(view, 'toToken').value]).toEqual([2, '1,900'])
})

test('a hidden page requests no quotes, and refreshes when visible again', async () => {
  const quote = jest.fn(async () => 1n)
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  hidden.mockReturnValue(true)
  await later(60_000)
  expect(quote).toHaveBeenCalledTimes(1)
  hidden.mockReturnValue(false)
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  await later(0)
  expect(quote).toHaveBeenCalledTimes(2)
  hidden.mockRestore()
})

test('a failed quote is reported, removes the old one, and can be retried', async () => {
  let isDown = false
  const quote = async () => {
    if (isDown) throw new ModalError('service.unreachable')
    return 2_000_000_000n
  }
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  isDown = true
  await later(10_100)
  await later(0)
  expect([view.names('[role=alert]'), label(view), field(view, 'toToken').value]).toEqual([
    ['Couldn’t load the price.Couldn’t reach the service'],
    'Try again',
    '',
  ])
  isDown = false
  await view.press('Try again')
  await later(250)
  expect(label(view)).toBe('Review swap')
})

test.each([
  ['sends no quote', async () => ({ quotes: [] })],
  [
    'reports it',
    async () => {
      throw new ModalError('service.status', { details: { status: 400, reason: 'There is insufficient liquidity' } })
    },
  ],
])('a missing route (the service %s) is reported as such, not as a lack of money', async (_, quote) => {
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  expect([label(view), button(view)?.disabled]).toEqual(['Insufficient liquidity', true])
})

test('a quote for another amount than requested is rejected', async () => {
  const quote = async () => ({
    quotes: [{ id: null, fromAmount: '7', fromAccount: 'eip155:1:0x1', toAmount: '9', toAccount: 'eip155:1:0x2' }],
  })
  const view = await show({ to: dollar, acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  expect(label(view)).toBe('Try again')
})

test.each([
  [[2_000, 1], 2_000_000_000n, 'none', '0%'],
  [[2_000, 1], 1_900_000_000n, 'caution', '5%'],
  [[2_000, 1], 1_000_000_000n, 'danger', '50%'],
  [[2_000, undefined], 1_000_000_000n, 'unknown', 'Unknown'],
  [[undefined, 1], 1_000_000_000n, 'unknown', 'Unknown'],
] as const)(
  'with prices of %j, %s millionths of a dollar for one ether have the impact %s',
  async (prices, received, level, text) => {
    const view = await show({ to: dollar, acting: serviceOf({ prices, quote: async () => received }) })
    await type(view, '1')
    await later(250)
    const impact = view.container.querySelector<HTMLElement>('[data-testid=swap-impact]')
    expect([impact?.dataset.level, impact?.textContent]).toEqual([level, text])
    expect(view.text().includes('a price is missing')).toBe(level === 'unknown')
    expect(view.text().includes('You lose')).toBe(level === 'caution' || level === 'danger')
  },
)

test('the default slippage is one percent, and can be changed', async () => {
  const view = await show({ to: dollar })
  await type(view, '1')
  await later(250)
  expect(view.text()).toContain('Receive at least (slippage 1%)1,980 USD')
  await act(async () => view.container.querySelector<HTMLElement>('[data-testid=swap-slippage-300]')?.click())
  expect(view.text()).toContain('Receive at least (slippage 3%)1,940 USD')
})

test('the maximum of the coin leaves the fee, and the maximum of a token is its whole balance', async () => {
  const view = await show()
  await view.press('Max: swap everything')
  // 150,000 × (2 gwei + 1 gwei of base fee)
  expect(formOf(view).amount).toBe('1.49955')
  await act(async () => view.host.store.dispatch(tokenChosen({ side: 'sourceToken', token: idOf(dollar) })))
  await view.press('Max: swap everything')
  expect(formOf(view).amount).toBe('12.5')
})

test("the maximum of the coin leaves the last plan's fee if that is more", async () => {
  const view = await show()
  await act(async () => view.host.store.dispatch(gasPlanned({ caipNetworkId: 'eip155:1', gas: '500000' })))
  await view.press('Max: swap everything')
  expect(formOf(view).amount).toBe('1.4985')
})

test('an unknown fee is reported until the input changes', async () => {
  const service = serviceOf()
  const askNode: ActingCommands['askNode'] = async () => {
    throw new ModalError('service.unreachable')
  }
  const view = await show({ acting: { ...service, askNode } })
  await view.press('Max: swap everything')
  expect([view.names('[role=alert]'), formOf(view).amount]).toEqual([
    ['Couldn’t determine the maximum. Enter an amount or try again.'],
    '',
  ])
  await type(view, '1')
  expect(view.names('[role=alert]')).toEqual([])
})

test('the maximum of a token is not filled in once the visitor has chosen another token', async () => {
  const service = serviceOf()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const askNode: ActingCommands['askNode'] = async (request) => {
    await held
    return service.askNode?.(request)
  }
  const view = await show({ acting: { ...service, askNode } })
  await view.press('Max: swap everything')
  await act(async () => view.host.store.dispatch(tokenChosen({ side: 'sourceToken', token: idOf(dollar) })))
  answer()
  await later(10)
  expect(formOf(view)).toEqual({ from: idOf(dollar), amount: '' })
})

test('opening the view sends one event with the network', async () => {
  const acting = fakeActing(serviceOf())
  const host = fakeHost({ remote, state: hostState({ holdings: [ownEther] }), acting })
  await renderView(Swap, { host })
  await later(10)
  expect(acting.tracked).toEqual([['OPEN_SWAP', { isSmartAccount: false, network: 'eip155:1' }]])
})

test('turning the swap around makes the received amount the paid one', async () => {
  const view = await show({ to: dollar, locale: 'de' })
  await type(view, '0,0005')
  await later(250)
  await view.press('Switch the two tokens')
  expect(formOf(view)).toEqual({ from: idOf(dollar), to: idOf(ether), amount: '1' })
})

test('a page fills in the form by symbols, and one message lists what is invalid', async () => {
  const view = await show({ wished: { fromToken: 'USD', toToken: 'ETH', amount: '2.5' }, locale: 'de' })
  expect(formOf(view)).toEqual({ from: idOf(dollar), to: idOf(ether), amount: '2,5' })
  const tooMuch = await show({ wished: { fromToken: 'USD', toToken: 'ETH', amount: '20' } })
  expect([label(tooMuch), field(tooMuch, 'sourceToken').value]).toEqual(['Insufficient balance', '20'])
  const wrong = await show({ wished: { fromToken: 'USD', toToken: 'USD', amount: '1e3' } })
  expect(formOf(wrong)).toEqual({ from: idOf(dollar), amount: '' })
  expect(wrong.names('[role=alert]')).toEqual([
    'Some values from this page couldn’t be used.Both tokens are the same. The amount is invalid.',
  ])
})

test('a network without swaps offers only the networks that have swaps', async () => {
  const view = await show({ network: polygon })
  expect(view.text()).toContain('Swaps aren’t available on this network.')
  expect(view.names('button')).toEqual(['Ethereum'])
  await view.press('Ethereum')
  expect(view.host.asked).toEqual([['navigate', 'SwitchNetwork', { caipNetworkId: 'eip155:1' }]])
})

test('an index without routers means no swaps anywhere', async () => {
  const view = await show({ acting: { ...serviceOf(), swapRouters: () => [] } })
  expect(view.text()).toContain('Swaps aren’t available on this page’s networks.')
})

test('if the networks with swaps are unknown, the view does not say that there are none', async () => {
  const host = fakeHost({ remote, state: hostState({ holdings: [ownEther] }), acting: fakeActing(serviceOf()) })
  let isDown = true
  const acting = async () => {
    if (isDown) throw new ModalError('remote.unreachable', { details: { name: 'host' } })
    return host.context.commands.acting()
  }
  const context = { ...host.context, commands: { ...host.context.commands, acting } }
  const view = await renderView(Swap, { host: { ...host, context } })
  await later(10)
  expect(view.names('[role=alert]')).toHaveLength(1)
  expect(view.text()).not.toContain('Swaps aren’t available')
  isDown = false
  await view.press('Try again')
  await later(10)
  expect([view.names('[role=alert]'), label(view)]).toEqual([[], 'Select token'])
})

test('for a token that the account does not hold, ways to get it are shown at once', async () => {
  const view = await show()
  expect(view.names('[role=group] button')).toEqual([])
  await act(async () => view.host.store.dispatch(tokenChosen({ side: 'sourceToken', token: idOf(euro) })))
  await later(10)
  expect(view.names('[role=group] button')).toEqual(['Buy', 'Receive'])
})

test("percentages follow the visitor's language", async () => {
  const quote = async () => 1_900_000_000n
  const view = await show({ to: dollar, locale: 'de', acting: serviceOf({ quote }) })
  await type(view, '1')
  await later(250)
  expect(view.container.querySelector('[data-testid=swap-impact]')?.textContent).toBe('5\u00a0%')
  const half = view.container.querySelector('[data-testid=swap-slippage-50]')?.closest('label')?.textContent
  expect(half).toBe('0,5\u00a0%')
})

test('a token list that fails to load can be retried', async () => {
  let isDown = true
  const service = serviceOf()
  const tokens = () => {
    if (isDown) throw new ModalError('service.unreachable')
    return { tokens: [] }
  }
  const view = await show({ acting: { ...service, ...serviceOf({ tokens }) } })
  expect(view.names('[role=alert]')[0]).toContain('Couldn’t reach the service')
  isDown = false
  await view.press('Try again')
  expect(view.names('[role=alert]')).toEqual([])
})

const sent = (type: 'approve' | 'swap', over: Partial<SentTransaction> = {}): SentTransaction => ({
  caipNetworkId: 'eip155:1',
  from: ADDRESS,
  hash: `0x${type}`,
  sentAt: 0,
  phase: 'confirmed',
  note: { type, amount: '2500000', decimals: 6, symbol: 'USD' },
  ...over,
})

test('a swap left after its approval is one press away', async () => {
  const view = await show({ transactions: [sent('approve')] })
  await view.press('Continue swapping 2.5 USD')
  expect(formOf(view)).toMatchObject({ from: idOf(dollar), amount: '2.5' })
  expect(view.text()).not.toContain('Continue swapping')
})

test.each([
  ['that was already used', [sent('swap'), sent('approve')]],
  ['that failed', [sent('approve', { phase: 'failed' })]],
  ['of another account', [sent('approve', { from: OTHER_ADDRESS })]],
  ['on another network', [sent('approve', { caipNetworkId: 'eip155:137' })]],
])('an approval %s does not offer a swap to resume', async (_, transactions) => {
  expect((await show({ transactions })).text()).not.toContain('Continue swapping')
})

test('a visitor who wants the coin chooses what to pay with', async () => {
  const view = await show({ to: ether })
  expect([label(view), view.names('[data-testid=swap-select-token-button-sourceToken]')]).toEqual([
    'Select token',
    ['Select token'],
  ])
})
