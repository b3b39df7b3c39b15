/** @jest-environment jsdom */
import type { ActingCommands } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  fakeActing,
  fakeHost,
  hostState,
  type RenderedView,
  renderView,
  solana,
  topUpWays,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { type SendState, selectForm, tokenChosen } from '../sendSlice.ts'
import { dollar, ether, FRIEND } from '../testing.ts'
import WalletSend from './WalletSend.tsx'

afterEach(unmountAll)

interface Situation {
  readonly token?: typeof ether
  readonly acting?: Partial<ActingCommands>
  readonly locale?: string
  readonly sentTo?: string
  readonly holdings?: readonly (typeof ether)[]
  /** Features that add funds are enabled. */
  readonly canTopUp?: boolean
}

async function show({ token, acting, locale = 'en', sentTo, holdings = [ether, dollar], canTopUp }: Situation = {}) {
  const sent = sentTo && {
    caipNetworkId: ethereum.caipNetworkId,
    from: ADDRESS,
    hash: '0x1',
    sentAt: 0,
    phase: 'confirmed' as const,
    note: { type: 'send' as const, amount: '1', decimals: 0, symbol: 'X', to: sentTo },
  }
  const topUps = canTopUp ? topUpWays : {}
  const state = hostState({ holdings, transactions: sent ? [sent] : [], topUps })
  const host = fakeHost({ remote, state, locale, acting: fakeActing(acting) })
  if (token) host.store.dispatch(tokenChosen(token))
  return renderView(WalletSend, { host })
}

/** Types like a visitor: React ignores values set through its own setter. */
async function type(view: RenderedView, testId: string, text: string) {
  const input = view.container.querySelector<HTMLInputElement>(`[data-testid=${testId}]`)
  if (!input) throw new Error(`there is no ${testId}`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return input
}
const button = (view: RenderedView) => view.container.querySelector<HTMLButtonElement>('[data-testid=send-button]')
const formOf = (view: RenderedView) => selectForm(view.host.store.getState() as SendState)

test('the button says what is missing, and opens the review once the form is complete', async () => {
  const view = await show()
  expect(button(view)?.textContent).toBe('Select token')
  await act(async () => view.host.store.dispatch(tokenChosen(dollar)))
  expect(button(view)?.textContent).toBe('Add amount')
  await type(view, 'send-amount-input', '2.5')
  expect(button(view)?.textContent).toBe('Add address')
  expect(view.text()).toContain('$2.50')
  await type(view, 'send-receiver-input', FRIEND)
  expect([button(view)?.textContent, button(view)?.disabled]).toEqual(['Preview send', false])
  await view.press('Preview send')
  expect(view.host.asked).toEqual([['navigate', 'WalletSendPreview']])
})

test.each([
  ['12.51', 'You have 12.5 USD', 'Insufficient funds'],
  ['0', 'Enter an amount above zero', 'Incorrect value'],
  ['1,5', 'Enter an amount such as 0.5.', 'Incorrect value'],
  ['1e3', 'Enter an amount such as 0.5.', 'Incorrect value'],
  ['0.0000001', 'USD has up to 6 decimal places', 'Incorrect value'],
])('with 12.5 dollars, %s cannot be sent: %s', async (text, sentence, label) => {
  const view = await show({ token: dollar })
  const input = await type(view, 'send-amount-input', text)
  expect([view.names('[role=alert]'), button(view)?.textContent, button(view)?.disabled]).toEqual([
    [sentence],
    label,
    true,
  ])
  // The input stays as typed.
  expect([input.value, input.getAttribute('aria-invalid')]).toEqual([text, 'true'])
})

test('a visitor with too little is shown ways to get more, and the form keeps its input', async () => {
  const view = await show({ token: dollar, canTopUp: true })
  const ways = () => view.names('[role=group] button')
  await type(view, 'send-receiver-input', FRIEND)
  await type(view, 'send-amount-input', '12.5')
  expect(ways()).toEqual([])
  await type(view, 'send-amount-input', '12.51')
  expect([view.names('[role=group]'), ways()]).toEqual([['Get more USD'], ['Buy', 'Receive']])
  await view.press('Buy')
  await view.press('Receive')
  expect(view.host.asked).toEqual([
    ['navigate', 'OnRampProviders'],
    ['navigate', 'WalletReceive'],
  ])
  expect(formOf(view)).toMatchObject({ amount: '12.51', receiver: FRIEND })
})

test('if no feature adds funds, no way to add funds is offered', async () => {
  const view = await show({ token: dollar })
  await type(view, 'send-amount-input', '12.51')
  expect([view.names('[role=alert]'), view.names('[role=group]')]).toEqual([['You have 12.5 USD'], []])
})

test('in a language with decimal commas, the form accepts and shows commas', async () => {
  const view = await show({ token: dollar, locale: 'de' })
  await type(view, 'send-amount-input', '2,5')
  expect(view.text()).toContain('12,5')
  expect(button(view)?.textContent).toBe('Add address')
})

test('the maximum of a token is its whole balance', async () => {
  const view = await show({ token: dollar })
  await view.press('Max: send everything')
  expect(formOf(view).amount).toBe('12.5')
})

test("the maximum of the network's coin leaves enough for the fee at twice the current base fee", async () => {
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
    eth_gasPrice: '0x77359400',
    eth_getBalance: `0x${(1_500_000_000_000_000_000n).toString(16)}`,
  }
  const askNode: ActingCommands['askNode'] = async ({ method }) => answers[method]
  const view = await show({ token: ether, acting: { askNode } })
  await view.press('Max: send everything')
  // 65,000 × (2 gwei + 1 gwei of base fee)
  expect(formOf(view).amount).toBe('1.499805')
})

test('while the fee is unknown, the maximum is not filled in', async () => {
  const view = await show({ token: ether })
  await view.press('Max: send everything')
  expect(formOf(view).amount).toBe('')
  expect(view.names('[role=alert]')).toEqual([
    'The network fee is unavailable right now. Enter an amount or try again.',
  ])
  await type(view, 'send-amount-input', '1')
  expect(view.names('[role=alert]')).toEqual([])
})

test('an amount typed in dollars is converted to the token', async () => {
  const view = await show({ token: ether })
  await type(view, 'send-amount-input', '0.25')
  expect(view.text()).toContain('$500.00')
  await view.press('Enter in USD')
  expect([formOf(view), view.text().includes('0.25 ETH')]).toMatchObject([{ amount: '500', isFiat: true }, true])
  const input = await type(view, 'send-amount-input', '100.01')
  expect([input.getAttribute('aria-label'), view.text().includes('0.050005 ETH')]).toEqual(['Amount of USD', true])
  await type(view, 'send-amount-input', '100.001')
  expect(view.names('[role=alert]')).toEqual(['Dollars have up to two decimal places'])
  await type(view, 'send-amount-input', '100.01')
  await view.press('Enter in ETH')
  expect(formOf(view)).toMatchObject({ amount: '0.050005', isFiat: false })
})

test('once in review, an amount typed in dollars is fixed in the token', async () => {
  const view = await show({ token: ether })
  await view.press('Enter in USD')
  await type(view, 'send-amount-input', '100.01')
  await type(view, 'send-receiver-input', FRIEND)
  await view.press('Preview send')
  expect(formOf(view)).toMatchObject({ amount: '0.050005', isFiat: false })
})

test('the maximum of a token is its whole balance, in either unit', async () => {
  const view = await show({ token: dollar })
  await view.press('Enter in USD')
  await view.press('Max: send everything')
  expect(formOf(view)).toMatchObject({ amount: '12.5', isFiat: false })
})

test('without a price, dollars are not offered', async () => {
  const { price, ...unpriced } = dollar
  const view = await show({ token: unpriced as typeof dollar, holdings: [unpriced as typeof dollar] })
  expect(price).toBe('1')
  expect(view.container.querySelector('[data-testid=send-unit-button]')).toBeNull()
})

test('opening the view sends one event', async () => {
  const acting = fakeActing()
  const host = fakeHost({ remote, state: hostState({ holdings: [ether], transactions: [] }), acting })
  const { signal } = new AbortController()
  await renderView(WalletSend, { host, signal })
  await unmountAll()
  await renderView(WalletSend, { host, signal })
  expect(acting.tracked).toEqual([['OPEN_SEND', { isSmartAccount: false, network: ethereum.caipNetworkId }]])
})

test('an address of another family is named as such', async () => {
  const view = await show({ token: dollar })
  await type(view, 'send-receiver-input', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
  expect(view.text()).toContain('This is a Bitcoin address. You can’t use it on Ethereum.')
})

test("the visitor's own address is recognized, and cannot be paid", async () => {
  const view = await show({ token: dollar })
  await type(view, 'send-amount-input', '1')
  await type(view, 'send-receiver-input', ADDRESS)
  expect(view.text()).toContain('This is your own address.')
  expect([button(view)?.textContent, button(view)?.disabled]).toEqual(['Invalid address', true])
})

test("the token's own contract cannot be paid", async () => {
  const view = await show({ token: dollar })
  await type(view, 'send-amount-input', '1')
  await type(view, 'send-receiver-input', dollar.address ?? '')
  expect(view.text()).toContain('This is the token’s own address.')
  expect(button(view)?.disabled).toBe(true)
})

test('a previous receiver is one press away, and a look-alike is flagged', async () => {
  const view = await show({ token: dollar, sentTo: FRIEND })
  await view.press(/^0xD1220A…762e7b9aDb|^0xD1220A/)
  expect(formOf(view).receiver).toBe(FRIEND)
  await type(view, 'send-receiver-input', `${FRIEND.slice(0, 6)}${'0'.repeat(32)}${FRIEND.slice(-4)}`)
  expect(view.text()).toContain('Compare every character')
})

test('a look-alike of a receiver paid elsewhere is flagged, too', async () => {
  const metadata = {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-01-01T00:00:00Z',
    sentFrom: ADDRESS,
    sentTo: FRIEND,
    status: 'confirmed',
    nonce: 1,
    chain: ethereum.caipNetworkId,
  }
  const data = [{ id: '1', metadata, transfers: [{ direction: 'out', quantity: { numeric: '1' } }] }]
  const view = await show({ token: dollar, acting: { askService: async () => ({ data, next: null }) } })
  await type(view, 'send-receiver-input', `${FRIEND.slice(0, 6)}${'0'.repeat(32)}${FRIEND.slice(-4)}`)
  while (!view.text().includes('Compare every character')) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
  }
})

describe('a name', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())
  const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))

  const record = (name: string, address: string) => ({
    name,
    registered_at: '2026-01-01T00:00:00Z',
    addresses: { 60: { address } },
    attributes: {},
  })

  test('is looked up once typing pauses, and resolves to its address', async () => {
    const requests: string[] = []
    const askService: ActingCommands['askService'] = async ({ path }) => {
      if (!path.includes('/profile/')) return []
      requests.push(path)
      return record('river.portico.test', FRIEND)
    }
    const view = await show({ token: dollar, acting: { askService, askNode: async () => '0x' } })
    await type(view, 'send-amount-input', '1')
    await type(view, 'send-receiver-input', 'river.portico.t')
    await later(400)
    await type(view, 'send-receiver-input', 'river.portico.test')
    expect(button(view)?.textContent).toBe('Looking up the name')
    await later(600)
    expect(requests).toEqual(['/v1/profile/account/river.portico.test'])
    expect([button(view)?.textContent, view.text().includes('river.portico.test is 0xD1220A')]).toEqual([
      'Preview send',
      true,
    ])
  })

  test('that does not exist is reported, and so is a failed lookup', async () => {
    const view = await show({ token: dollar, acting: { askService: async () => [], askNode: async () => '0x' } })
    await type(view, 'send-receiver-input', 'nobody.portico.test')
    await later(600)
    expect(view.text()).toContain('This name isn’t registered.')
    const offline = await show({ token: dollar })
    await type(offline, 'send-receiver-input', 'river.portico.test')
    await later(600)
    expect(offline.text()).toContain('Can’t look up the name right now.')
  })

  test('that was typed earlier does not replace the current name', async () => {
    let answerFirst = (_: unknown) => {}
    const askService: ActingCommands['askService'] = ({ path }) =>
      path.includes('first')
        ? new Promise((resolve) => {
            answerFirst = resolve
          })
        : Promise.resolve([])
    const view = await show({ token: dollar, acting: { askService, askNode: async () => '0x' } })
    await type(view, 'send-receiver-input', 'first.portico.test')
    await later(600)
    await type(view, 'send-receiver-input', 'second.portico.test')
    await later(600)
    await act(async () => answerFirst(record('first.portico.test', FRIEND)))
    expect(view.text()).toContain('This name isn’t registered.')
  })
})

test('on a network that does not support sending, the view says so', async () => {
  const polkadot = { ...ethereum, chainNamespace: 'polkadot', caipNetworkId: 'polkadot:x' } as never
  const connector = { id: 'w', name: 'W', type: 'EXTERNAL', namespace: 'polkadot' } as never
  const connection = { connectorId: 'w', accounts: [{ address: 'me' }], caipNetworkId: 'polkadot:x' } as never
  const host = fakeHost({ remote, state: hostState({ networks: [polkadot], connectors: [connector], connection }) })
  expect((await renderView(WalletSend, { host })).names('[role=alert]')).toEqual(['Unsupported chain'])
})

test('without an account nothing is shown', async () => {
  const host = fakeHost({ remote, state: hostState({ networks: [solana], connection: null }) })
  expect((await renderView(WalletSend, { host })).container.innerHTML).toBe('')
})
