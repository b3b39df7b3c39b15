/** @jest-environment jsdom */
import { type ActingCommands, addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import {
  ADDRESS,
  ethereum,
  fakeActing,
  fakeHost,
  hostState,
  type RenderedView,
  renderView,
  topUpWays,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import remote from '../remote.ts'
import { amountTyped, receiverTyped, type SendState, selectForm, tokenChosen } from '../sendSlice.ts'
import { dollar, ether, FRIEND } from '../testing.ts'
import WalletSendPreview from './WalletSendPreview.tsx'

beforeAll(() => addErrors(actingErrors))
afterEach(unmountAll)

/** ERC-20: `decimals()`. */
const isDecimals = ([call]: readonly unknown[]) => (call as { data?: string } | undefined)?.data === '0x313ce567'

/** A node where everything is affordable, with this simulation result. */
const node =
  (answers: Readonly<Record<string, unknown>> = {}): ActingCommands['askNode'] =>
  async ({ method, params = [] }) => {
    if (method === 'eth_call' && isDecimals(params)) return `0x${'6'.padStart(64, '0')}`
    const all: Readonly<Record<string, unknown>> = {
      eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
      eth_gasPrice: '0x77359400',
      eth_estimateGas: '0x5208',
      eth_getBalance: '0x14d1120d7b160000',
      eth_call: '0x',
      ...answers,
    }
    if (!(method in all)) throw new ModalError('node.refused', { details: { code: -32601, reason: 'no such method' } })
    return all[method]
  }

interface Situation {
  readonly holding?: typeof dollar
  readonly amount?: string
  readonly to?: string
  readonly acting?: Partial<ActingCommands>
  readonly previews?: 'none'
}

async function show({ holding = dollar, amount = '2.5', to = FRIEND, acting, previews }: Situation = {}) {
  const wallet = fakeActing({ askNode: node(), ...acting })
  const host = fakeHost({
    remote,
    state: hostState({ holdings: [ether, dollar], transactions: [], topUps: topUpWays }),
    acting: wallet,
    previews,
  })
  host.store.dispatch(tokenChosen(holding))
  host.store.dispatch(amountTyped(amount))
  host.store.dispatch(receiverTyped(to))
  return { view: await renderView(WalletSendPreview, { host }), host, wallet }
}
const answered = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
async function shown(view: RenderedView, text: string) {
  while (!view.text().includes(text)) await answered()
}
const words = (view: RenderedView) => view.container.querySelector('[data-testid=request-preview]')?.textContent ?? ''
const confirm = (view: RenderedView) =>
  view.container.querySelector<HTMLButtonElement>('[data-testid=send-confirm-button]')

test('the description of what will be signed comes from the actual request', async () => {
  const { view, wallet } = await show()
  await shown(view, 'It would succeed')
  expect(view.container.querySelector('[data-testid=request-preview]')?.getAttribute('data-kind')).toBe('tokenTransfer')
  expect(words(view)).toContain('2.5 USD')
  expect(words(view).replace(/\s/g, '')).toContain(FRIEND)
  const said = words(view)
  await view.press('Send 2.5 USD')
  const [sent] = wallet.sent
  if (sent?.request.namespace !== 'eip155') throw new Error('nothing was sent')
  const { args } = decodeFunctionData({ abi: erc20Abi, data: sent.request.data as Hex })
  expect([sent.request.to, args, said.includes(sent.request.data ?? 'none')]).toEqual([
    dollar.address,
    [FRIEND, 2_500_000n],
    true,
  ])
})

test('the description, too, flags a look-alike of a receiver paid elsewhere', async () => {
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
  const { view } = await show({
    to: `${FRIEND.slice(0, 6)}${'0'.repeat(32)}${FRIEND.slice(-4)}`,
    acting: { askService: async () => ({ data, next: null }) },
  })
  await shown(view, 'Looks like this address, but is a different one')
  expect(words(view).replace(/\s/g, '').toLowerCase()).toContain(FRIEND.toLowerCase())
})

test('if the site turns the preview off, nothing is described or simulated', async () => {
  const requests: string[] = []
  const askNode: ActingCommands['askNode'] = (request) => {
    requests.push(request.method)
    return node()(request)
  }
  const { view, wallet } = await show({ previews: 'none', acting: { askNode } })
  await shown(view, '0.000063 ETH')
  expect([words(view), view.text().includes('Your wallet will ask')]).toEqual(['', false])
  await view.press('Send 2.5 USD')
  expect(wallet.sent).toHaveLength(1)
  expect(requests).not.toContain('eth_simulateV1')
})

test("the account's outgoing changes are listed if the network can simulate", async () => {
  const topics = ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', ADDRESS, FRIEND].map((topic) =>
    topic.length === 42 ? `0x${topic.slice(2).toLowerCase().padStart(64, '0')}` : topic,
  )
  const data = `0x${(2_500_000).toString(16).padStart(64, '0')}`
  const logs = [{ address: dollar.address, topics, data }]
  const { view } = await show({
    acting: { askNode: node({ eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] }) },
  })
  await shown(view, '− 2.5 USD')
})

test('a missing simulation is stated plainly, and sending is still possible', async () => {
  const askNode: ActingCommands['askNode'] = async (request) => {
    if (request.method === 'eth_call' && !isDecimals(request.params ?? [])) throw new ModalError('service.unreachable')
    return node()(request)
  }
  const { view } = await show({ acting: { askNode } })
  await shown(view, 'This couldn’t be simulated. What would change is unknown.')
  expect(confirm(view)?.disabled).toBe(false)
})

test('the fee is shown with its value, and sending waits until the fee is known', async () => {
  let estimate = (_: unknown) => {}
  const waiting = new Promise((resolve) => {
    estimate = resolve
  })
  const { view } = await show({ acting: { askNode: node({ eth_estimateGas: waiting }) } })
  expect(confirm(view)?.disabled).toBe(true)
  await act(async () => estimate('0x5208'))
  await shown(view, '0.000063 ETH ($0.13)')
  expect(confirm(view)?.disabled).toBe(false)
})

test('an expired transaction is rebuilt, and the simulation result stays on the screen', async () => {
  jest.useFakeTimers()
  try {
    const later = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
    let price = '0x77359400'
    const askNode: ActingCommands['askNode'] = (request) =>
      request.method === 'eth_gasPrice' ? Promise.resolve(price) : node()(request)
    const { view } = await show({ acting: { askNode } })
    await later(1)
    expect(view.text()).toContain('0.000063 ETH')
    price = '0xee6b2800'
    await later(30_000)
    expect(view.text()).toContain('0.000105 ETH')
    expect(view.names('[role=status]')).toEqual(['It would succeed, but we can’t tell what would change.'])
  } finally {
    jest.useRealTimers()
  }
})

test('a balance too low for the fee is shown with the fee, and sending is disabled', async () => {
  const { view } = await show({ acting: { askNode: node({ eth_getBalance: '0x1' }) } })
  await shown(view, 'You don’t have enough ETH for the network fee of 0.000063 ETH.')
  expect([confirm(view)?.disabled, words(view)]).toEqual([true, ''])
  expect([view.names('[role=group]'), view.names('[role=group] button')]).toEqual([
    ['Get more ETH'],
    ['Buy', 'Receive'],
  ])
  await view.press('Buy')
  expect(view.host.asked).toEqual([['navigate', 'OnRampProviders']])
})

test('with enough funds, no way to get more is offered', async () => {
  const { view } = await show()
  await shown(view, 'It would succeed')
  expect(view.names('[role=group]')).toEqual([])
})

test('warnings about the receiver are repeated', async () => {
  const { view } = await show({ to: FRIEND.replace('D1220A', 'd1220A') })
  expect(view.names('[data-warning]')).toEqual(['This address has a typo or was changed: its checksum is wrong.'])
})

test('a sent transaction is followed on its own view, and the form is cleared', async () => {
  const { view, host, wallet } = await show({ holding: ether, amount: '0.5' })
  await shown(view, 'It would succeed')
  await view.press('Send 0.5 ETH')
  const hash = `0x${'1'.padStart(64, '0')}`
  expect(host.asked).toEqual([
    ['pushTransaction', expect.anything()],
    ['showSnack', { variant: 'success', text: 'Transaction started' }],
    ['replace', 'WalletSendConfirmed', { caipNetworkId: ethereum.caipNetworkId, hash, isAsked: false }],
  ])
  expect(selectForm(host.store.getState() as SendState)).toEqual({ amount: '', receiver: '' })
  const about = { isSmartAccount: false, network: 'eip155:1', token: 'ETH', amount: 0.5 }
  expect(wallet.tracked).toEqual([
    ['SEND_INITIATED', about],
    ['SEND_SUCCESS', { ...about, hash }],
  ])
})

test.each([
  ['a visitor who refuses', 'connection.requestRejected', 'SEND_REJECTED', /reject/i],
  ['a wallet that fails', 'connection.requestFailed', 'SEND_ERROR', /^Failed to send transaction$/],
  ['a wallet that does not report the outcome', 'transaction.unknown', 'SEND_ERROR', /^It may have been sent/],
] as const)('%s shows the reason, and the typed input is kept', async (_, code, event, text) => {
  const send = async () => {
    throw new ModalError(code, { details: {} } as never)
  }
  const wallet = { askNode: node(), send }
  const { view, host, wallet: acting } = await show({ holding: ether, amount: '0.5', acting: wallet })
  await shown(view, 'It would succeed')
  await view.press('Send 0.5 ETH')
  expect(host.asked.slice(1)).toEqual([['showSnack', { variant: 'error', text: expect.stringMatching(text) }]])
  expect(selectForm(host.store.getState() as SendState).amount).toBe('0.5')
  expect(acting.tracked.map(([name]) => name)).toEqual(['SEND_INITIATED', event])
  expect(confirm(view)?.getAttribute('aria-busy')).toBeNull()
})

test('a rejection by the network is shown with its reason, and the transaction is rebuilt for the next try', async () => {
  let price = '0x77359400'
  const askNode: ActingCommands['askNode'] = (request) =>
    request.method === 'eth_gasPrice' ? Promise.resolve(price) : node()(request)
  const wallet = fakeActing()
  const send = jest
    .fn<ReturnType<ActingCommands['send']>, Parameters<ActingCommands['send']>>(wallet.send)
    .mockImplementationOnce(async () => {
      price = '0xee6b2800'
      throw new ModalError('node.refused', { details: { reason: 'the coins are gone' } })
    })
  const { view, host } = await show({ holding: ether, amount: '0.5', acting: { askNode, send } })
  await shown(view, '0.000063 ETH')
  await shown(view, 'It would succeed')
  await view.press('Send 0.5 ETH')
  expect(host.asked.slice(1)).toEqual([
    ['showSnack', { variant: 'error', text: 'The network rejected it: the coins are gone' }],
  ])
  await shown(view, '0.000105 ETH')
  await shown(view, 'It would succeed')
  await view.press('Send 0.5 ETH')
  expect(wallet.sent).toHaveLength(1)
})

test("after the embedded wallet's prompt, the visitor first returns to the preview, then sees the outcome", async () => {
  const send: ActingCommands['send'] = async (request, note) => {
    // As the host does after an approval in the wallet's frame.
    host.context.commands.popTransaction('success')
    return fakeActing().send(request, note)
  }
  const { view, host } = await show({ holding: ether, amount: '0.5', acting: { send } })
  await shown(view, 'It would succeed')
  await view.press('Send 0.5 ETH')
  expect(host.asked.map(([command]) => command)).toEqual([
    'pushTransaction',
    'popTransaction',
    'back',
    'showSnack',
    'replace',
  ])
})

test('a review that expired in the background is rebuilt on the press, and sent only on the next press', async () => {
  const { view, wallet } = await show()
  await shown(view, 'It would succeed')
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
  await view.press('Send 2.5 USD')
  expect(wallet.sent).toEqual([])
  await shown(view, 'It would succeed')
  await view.press('Send 2.5 USD')
  expect(wallet.sent).toHaveLength(1)
  clock.mockRestore()
})

test('a pending name lookup is waited for', async () => {
  const { view } = await show({ to: 'river.portico.test' })
  expect([view.names('button'), view.container.querySelector('[data-skeleton]') !== null]).toEqual([[], true])
})

test('without anything to send there is a way back', async () => {
  const { view, host } = await show({ amount: '' })
  expect(view.text()).toContain('Nothing to review yet')
  await view.press('Back')
  expect(host.asked).toEqual([['back']])
})
