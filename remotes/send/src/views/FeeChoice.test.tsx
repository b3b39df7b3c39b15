/** @jest-environment jsdom */
import { type ActingCommands, addErrors } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { describeOutgoing, outgoingContext } from '@portico/contracts/preview'
import {
  fakeActing,
  fakeHost,
  harbor,
  hostState,
  type RenderedView,
  renderView,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { amountTyped, receiverTyped, type SendState, selectForm, speedChosen, tokenChosen } from '../sendSlice.ts'
import { BITCOIN_ADDRESS, bitcoin, esplora, OTHER_BITCOIN_ADDRESS, regtest } from '../testing.ts'
import WalletSend from './WalletSend.tsx'
import WalletSendPreview from './WalletSendPreview.tsx'

beforeAll(() => addErrors(actingErrors))
afterEach(unmountAll)

interface Situation {
  readonly acting: Partial<ActingCommands>
  readonly holding?: typeof bitcoin
  readonly amount?: string
  readonly to: string
}

/** A visitor who is connected on Bitcoin and has filled in the form like this. */
function onBitcoin({ acting, holding = bitcoin, amount = '', to }: Situation) {
  const { caipNetworkId } = regtest
  const connection = { connectorId: harbor.id, accounts: [{ address: BITCOIN_ADDRESS }] as const, caipNetworkId }
  const connectors = [{ ...harbor, namespace: regtest.chainNamespace }]
  const state = hostState({ networks: [regtest], connectors, connection, holdings: [holding], transactions: [] })
  const wallet = fakeActing(acting)
  const host = fakeHost({ remote, state, acting: wallet })
  host.store.dispatch(tokenChosen(holding))
  host.store.dispatch(amountTyped(amount))
  host.store.dispatch(receiverTyped(to))
  return { host, wallet, form: () => selectForm(host.store.getState() as SendState) }
}

/** Waits until all requests are answered. */
const answered = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)))

async function shown(view: RenderedView, text: string) {
  while (!view.text().includes(text)) await answered()
}

const button = (view: RenderedView, testId: string) =>
  view.container.querySelector<HTMLButtonElement>(`[data-testid=${testId}]`)

const SPEEDS = { '1': 9, '3': 4.5, '6': 2, '144': 1 }
const speeds = (view: RenderedView) =>
  [...view.container.querySelectorAll<HTMLInputElement>('[data-testid=send-speeds] input')].map((input) => ({
    text: input.labels?.[0]?.textContent?.replace(/\s+/g, ' '),
    checked: input.checked,
  }))
const speed = (view: RenderedView, name: string) =>
  view.container.querySelector<HTMLInputElement>(`[data-testid=send-speed-${name}]`)
const choose = (view: RenderedView, name: string) =>
  act(async () => {
    speed(view, name)?.focus()
    speed(view, name)?.click()
  })
const feeOf = (view: RenderedView) => view.container.querySelector('[data-testid=send-fee]')?.textContent

test('the speed can be chosen, and each speed is shown with its rate, fee and time', async () => {
  const acting = { askEsplora: esplora([100_000], SPEEDS) }
  const holding = { ...bitcoin, price: '50000' }
  const { host } = onBitcoin({ acting, holding, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, 'Speed')
  expect(speeds(view)).toEqual([
    { text: 'Slow 0.00000282 BTC 6 blocks, about an hour 2 sat/vB · $0.15', checked: false },
    { text: 'Normal 0.00000635 BTC 3 blocks, about 30 minutes 4.5 sat/vB · $0.32', checked: true },
    { text: 'Fast 0.00001269 BTC one block, about 10 minutes 9 sat/vB · $0.64', checked: false },
  ])
  // A labeled group in which arrow keys choose.
  const inputs = [...view.container.querySelectorAll<HTMLInputElement>('[data-testid=send-speeds] input')]
  expect(view.container.querySelector('fieldset > legend')?.textContent).toBe('Speed')
  expect(new Set(inputs.map(({ type, name }) => `${type} ${name}`))).toEqual(new Set(['radio send-speed']))
  expect(feeOf(view)).toBe('0.00000635 BTC ($0.32)')
})

test('the chosen speed sets the fee in the view, the description and the request, and keeps the focus', async () => {
  const acting = { askEsplora: esplora([100_000], SPEEDS) }
  const { host, wallet } = onBitcoin({ acting, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, '0.00000635 BTC')
  await choose(view, 'fast')
  while (feeOf(view) !== '0.00001269 BTC') await answered()
  await shown(view, '− 0.00051269 BTC')
  expect([document.activeElement, speed(view, 'fast')?.checked]).toEqual([speed(view, 'fast'), true])
  await view.press('Send 0.0005 BTC')
  const [sent] = wallet.sent
  if (sent?.request.namespace !== 'bip122') throw new Error('nothing was sent')
  const around = outgoingContext({ network: regtest, account: BITCOIN_ADDRESS, holdings: [] })
  expect(describeOutgoing(sent.request, around).lines).toContainEqual(
    expect.objectContaining({ labelKey: 'preview.maxFee', value: expect.objectContaining({ amount: 1_269n }) }),
  )
})

test('while the payment is rebuilt, the choice stays and sending is disabled', async () => {
  let hold: Promise<unknown> | undefined
  const server = esplora([100_000], SPEEDS)
  const askEsplora: ActingCommands['askEsplora'] = async (id, path) => {
    await hold
    return server(id, path)
  }
  const { host } = onBitcoin({ acting: { askEsplora }, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, 'Speed')
  let release = () => {}
  hold = new Promise<void>((resolve) => {
    release = resolve
  })
  await choose(view, 'slow')
  expect(speeds(view).map(({ checked }) => checked)).toEqual([true, false, false])
  expect([button(view, 'send-confirm-button')?.disabled, feeOf(view)]).toEqual([true, ''])
  release()
  while (feeOf(view) !== '0.00000282 BTC') await answered()
  expect(button(view, 'send-confirm-button')?.disabled).toBe(false)
})

test('during the wallet request, the speed cannot be changed', async () => {
  const acting = { askEsplora: esplora([100_000], SPEEDS), send: () => new Promise<never>(() => {}) }
  const { host } = onBitcoin({ acting, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, '0.00000635 BTC')
  expect(speed(view, 'fast')?.matches(':disabled')).toBe(false)
  await view.press('Send 0.0005 BTC')
  expect(speed(view, 'fast')?.matches(':disabled')).toBe(true)
})

test.each([
  ['slow', '0.00099644'],
  [undefined, '0.00099199'],
  ['fast', '0.00098398'],
] as const)('the maximum of bitcoin leaves the fee of the chosen speed: %s', async (chosen, amount) => {
  // 178 virtual bytes
  const acting = { askEsplora: esplora([60_000, 40_000], SPEEDS) }
  const { host, form } = onBitcoin({ acting, to: OTHER_BITCOIN_ADDRESS })
  if (chosen) host.store.dispatch(speedChosen(chosen))
  const view = await renderView(WalletSend, { host })
  await view.press('Max: send everything')
  while (form().amount === '') await answered()
  expect([form().amount, form().speed]).toEqual([amount, chosen])
})

test('a payment that one speed makes too expensive can be sent at another', async () => {
  const acting = { askEsplora: esplora([51_000], { ...SPEEDS, '1': 90 }) }
  const { host } = onBitcoin({ acting, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, 'Speed')
  await choose(view, 'fast')
  await shown(view, 'You don’t have enough BTC for the network fee of 0.000099 BTC.')
  expect(button(view, 'send-confirm-button')?.disabled).toBe(true)
  await choose(view, 'normal')
  while (button(view, 'send-confirm-button')?.disabled) await answered()
  expect(feeOf(view)).toBe('0.00000635 BTC')
})

test('excessive fees suggested by a server are pointed out', async () => {
  const acting = { askEsplora: esplora([100_000_000], { '1': 5_000, '3': 4 }) }
  const holding = { ...bitcoin, amount: '100000000' }
  const { host } = onBitcoin({ acting, holding, amount: '0.9', to: OTHER_BITCOIN_ADDRESS })
  host.store.dispatch(speedChosen('fast'))
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, '0.00141 BTC')
  expect(view.names('[data-note]')).toEqual([
    'The network’s server suggests an unusually high fee. It’s capped here at 0.00141 BTC. Check another source before you send.',
  ])
})

test.each([[{ '3': 3 }], [{}]])('if all speeds cost the same, there is no choice: %j', async (estimates) => {
  const acting = { askEsplora: esplora([100_000], estimates) }
  const { host } = onBitcoin({ acting, amount: '0.0005', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  while (button(view, 'send-confirm-button')?.disabled) await answered()
  expect(view.container.querySelector('[data-testid=send-speeds]')).toBeNull()
})
