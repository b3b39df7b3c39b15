/** @jest-environment jsdom */
import { type ActingCommands, addErrors, type Holding, type Network } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { SYSTEM_PROGRAM } from '@portico/contracts/solana'
import {
  fakeActing,
  fakeHost,
  harbor,
  hostState,
  OTHER_SOLANA_ADDRESS,
  type RenderedView,
  renderView,
  SOLANA_ADDRESS,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import { amountTyped, receiverTyped, type SendState, selectForm, tokenChosen } from '../sendSlice.ts'
import { BITCOIN_ADDRESS, bitcoin, esplora, OTHER_BITCOIN_ADDRESS, regtest } from '../testing.ts'
import WalletSend from './WalletSend.tsx'
import WalletSendPreview from './WalletSendPreview.tsx'

beforeAll(() => addErrors(actingErrors))
afterEach(unmountAll)

const sol: Holding = {
  caipNetworkId: solana.caipNetworkId,
  name: 'Solana',
  symbol: 'SOL',
  decimals: 9,
  amount: '2000000000',
}

interface Situation {
  readonly network: Network
  readonly holding: Holding
  readonly from: string
  readonly acting?: Partial<ActingCommands>
  readonly amount?: string
  readonly to?: string
}

/** A visitor who is connected on another family and has filled in the form like this. */
function hostOn({ network, holding, from, acting, amount = '', to = '' }: Situation) {
  const { caipNetworkId } = network
  const connection = { connectorId: harbor.id, accounts: [{ address: from }] as const, caipNetworkId }
  const connectors = [{ ...harbor, namespace: network.chainNamespace }]
  const state = hostState({ networks: [network], connectors, connection, holdings: [holding], transactions: [] })
  const wallet = fakeActing(acting)
  const host = fakeHost({ remote, state, acting: wallet })
  host.store.dispatch(tokenChosen(holding))
  host.store.dispatch(amountTyped(amount))
  host.store.dispatch(receiverTyped(to))
  return { host, wallet, form: () => selectForm(host.store.getState() as SendState) }
}
const onSolana = (more: Partial<Situation> = {}) =>
  hostOn({ network: solana, holding: sol, from: SOLANA_ADDRESS, ...more })
const onBitcoin = (more: Partial<Situation> = {}) =>
  hostOn({ network: regtest, holding: bitcoin, from: BITCOIN_ADDRESS, ...more })

/** A cluster with these accounts, where every simulation succeeds. */
function cluster(lamports: Readonly<Record<string, number>>): ActingCommands['askNode'] {
  const account = (address: string) =>
    lamports[address] === undefined
      ? null
      : { lamports: lamports[address], owner: SYSTEM_PROGRAM, executable: false, data: ['', 'base64'] }
  const answers: Readonly<Record<string, unknown>> = {
    getMinimumBalanceForRentExemption: 890_880,
    getLatestBlockhash: { value: { blockhash: SOLANA_ADDRESS, lastValidBlockHeight: 150 } },
    getRecentPrioritizationFees: [],
    simulateTransaction: { value: { err: null, unitsConsumed: 450 } },
    getFeeForMessage: { value: 5_000 },
  }
  return async ({ method, params = [] }) =>
    method === 'getMultipleAccounts' ? { value: (params[0] as string[]).map(account) } : answers[method]
}

/** Waits until all requests are answered. */
const answered = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)))

async function shown(view: RenderedView, text: string) {
  while (!view.text().includes(text)) await answered()
}

const button = (view: RenderedView, testId: string) =>
  view.container.querySelector<HTMLButtonElement>(`[data-testid=${testId}]`)

test('the same form sends SOL, and warns about an address without a private key', async () => {
  const { host } = onSolana({ amount: '1', to: OTHER_SOLANA_ADDRESS })
  const view = await renderView(WalletSend, { host })
  await shown(view, 'Preview send')
  expect([button(view, 'send-button')?.textContent, view.names('[data-warning]')]).toEqual(['Preview send', []])
  await act(async () => host.store.dispatch(receiverTyped('8XXncUd6hJ6JUbVm124sDVwRwNKKZK1A4Yb4Wp7uCTyC')))
  expect(view.text()).toContain('so it has no key')
  expect(button(view, 'send-button')?.textContent).toBe('Preview send')
})

test.each([
  ['an address with an extra letter', `${OTHER_SOLANA_ADDRESS}1`, 'Invalid address'],
  [
    'an Ethereum address',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    'an address for Ethereum and compatible networks',
  ],
  ['a Bitcoin address', OTHER_BITCOIN_ADDRESS, 'This is a Bitcoin address'],
  ['a name', 'river.eth', 'Invalid address'],
])('SOL is not sent to %s', async (_, to, text) => {
  const view = await renderView(WalletSend, { host: onSolana({ amount: '1', to }).host })
  await shown(view, text)
  expect(button(view, 'send-button')?.disabled).toBe(true)
})

test.each([
  [
    'an address of the main network',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'This address is for another network.',
  ],
  ['an address with one wrong letter', OTHER_BITCOIN_ADDRESS.replace('wk3', 'wk4'), 'Invalid address'],
  ['a Solana address', OTHER_SOLANA_ADDRESS, 'This is a Solana address'],
])('bitcoin is not sent to %s', async (_, to, text) => {
  const view = await renderView(WalletSend, { host: onBitcoin({ amount: '0.0001', to }).host })
  await shown(view, text)
  expect(button(view, 'send-button')?.disabled).toBe(true)
})

test("the maximum of SOL leaves the fee and the account's minimum", async () => {
  const askNode = cluster({ [SOLANA_ADDRESS]: 2_000_000_000 })
  const { host, form } = onSolana({ acting: { askNode } })
  const view = await renderView(WalletSend, { host })
  await view.press('Max: send everything')
  while (form().amount === '') await answered()
  expect(form().amount).toBe('1.99909412') // 2 − 0.000015 − 0.00089088
})

test('the maximum of bitcoin leaves the fee', async () => {
  const { host, form } = onBitcoin({ acting: { askEsplora: esplora([60_000, 40_000]) }, to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSend, { host })
  await view.press('Max: send everything')
  while (form().amount === '') await answered()
  expect(form().amount).toBe('0.00099466') // 178 virtual bytes, 3 satoshis each
})

test('the fee is shown before the wallet request, and the wallet gets exactly the reviewed transfer', async () => {
  const askNode = cluster({ [SOLANA_ADDRESS]: 2_000_000_000, [OTHER_SOLANA_ADDRESS]: 1_000_000 })
  const { host, wallet } = onSolana({ acting: { askNode }, amount: '1', to: OTHER_SOLANA_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, '0.000005 SOL')
  await view.press('Send 1 SOL')
  expect(wallet.sent).toMatchObject([
    {
      request: { namespace: 'solana', from: SOLANA_ADDRESS, lastValidBlockHeight: 150 },
      note: { amount: '1000000000' },
    },
  ])
})

test('a transaction that the network would reject is explained, and cannot be sent', async () => {
  const askNode = cluster({ [SOLANA_ADDRESS]: 2_000_000_000 })
  const { host } = onSolana({ acting: { askNode }, amount: '0.0001', to: OTHER_SOLANA_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, 'must be at least 0.00089088 SOL')
  expect(button(view, 'send-confirm-button')?.disabled).toBe(true)
})

test('a remainder too small for change is shown as part of the fee', async () => {
  const acting = { askEsplora: esplora([100_000]) }
  // 110 virtual bytes cost 330 satoshis; 300 more remain.
  const { host } = onBitcoin({ acting, amount: '0.0009937', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, '0.0000063 BTC')
  expect(view.names('[data-note]')).toEqual([
    'The fee includes 0.000003 BTC in change that’s too small to return to you.',
  ])
  expect(button(view, 'send-confirm-button')?.disabled).toBe(false)
})

test('unconfirmed bitcoin from others is distinguished from what can be sent', async () => {
  const { host } = onBitcoin({ acting: { askEsplora: esplora([50_000]) }, amount: '0.0009', to: OTHER_BITCOIN_ADDRESS })
  const view = await renderView(WalletSendPreview, { host })
  await shown(view, 'You can send 0.0004967 BTC now.')
  expect(button(view, 'send-confirm-button')?.disabled).toBe(true)
})
