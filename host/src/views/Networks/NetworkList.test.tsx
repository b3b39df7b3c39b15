/** @jest-environment jsdom */
import type { Network } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  lantern,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { dune, walletsIn } from '../../../testing/wallets.ts'
import { connect } from '../../connections/connect.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { networksRead } from '../../connections/networksSlice.ts'
import { remoteAnnounced } from '../../kernel/remotesSlice.ts'
import { NetworkList } from './NetworkList.tsx'
import { Networks } from './Networks.tsx'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const more = (count: number): Network[] =>
  Array.from({ length: count }, (_, index) => ({
    ...polygon,
    id: 1000 + index,
    caipNetworkId: `eip155:${1000 + index}`,
    name: `Chain ${index}`,
  }))

async function show({ networks = [ethereum, polygon, solana], connectTo = [] as ('eip155' | 'solana')[] } = {}) {
  const parts = severalWallets()
  parts.store.dispatch(networksRead({ list: networks, chosenId: networks[0]?.caipNetworkId ?? 'eip155:1' }))
  for (const namespace of connectTo) {
    await parts.dispatch(connect({ namespace, connectorId: namespace === 'solana' ? dune.id : harbor.id }))
  }
  const onChosen = jest.fn()
  const view = await render(inShell(parts, <NetworkList onChosen={onChosen} />))
  return {
    ...view,
    ...parts,
    onChosen,
    top: () => parts.state().router.stack.at(-1),
    field: () => view.container.querySelector('input'),
  }
}

async function type(field: HTMLInputElement | null, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('searching', () => {
  test('is offered if there are at least seven networks', async () => {
    expect((await show({ networks: more(6) })).field()).toBeNull()
    expect((await show({ networks: more(7) })).field()).not.toBeNull()
  })

  test('finds any part of a name, ignoring case, and says if nothing matches', async () => {
    const { field, names, text } = await show({ networks: [ethereum, ...more(7)] })
    await type(field(), ' ETHER ')
    expect(names('button')).toEqual(['Ethereum'])
    await type(field(), 'nothing')
    expect(text()).toContain('No networks found')
    await type(field(), '')
    expect(names('button')).toHaveLength(8)
  })
})

describe('choosing', () => {
  test('switches at once if no wallet is connected', async () => {
    const { press, chosenId, onChosen } = await show()
    await press('Polygon')
    expect(chosenId()).toBe(polygon.caipNetworkId)
    expect(onChosen).toHaveBeenCalledTimes(1)
  })

  test('does nothing for the active network', async () => {
    const { press, onChosen, asked } = await show({ connectTo: ['eip155'] })
    await press('Ethereum')
    expect(onChosen).toHaveBeenCalledTimes(1)
    expect(asked()).toEqual([`connect ${harbor.id}`])
  })

  test('asks the wallet to switch to another of its networks, in a separate view', async () => {
    const { press, top, onChosen } = await show({ connectTo: ['eip155'] })
    await press('Polygon')
    expect(top()).toMatchObject({ view: 'SwitchNetwork', params: { caipNetworkId: polygon.caipNetworkId } })
    expect(onChosen).not.toHaveBeenCalled()
  })

  test("opens an explanation if the network's family has no wallet", async () => {
    const { press, top } = await show({ connectTo: ['eip155'] })
    await press('Solana')
    expect(top()).toMatchObject({ view: 'SwitchActiveChain', params: { caipNetworkId: solana.caipNetworkId } })
  })

  test("switches at once to another connected family's current network, because no wallet has to agree", async () => {
    const { press, chosenId, onChosen, asked, solanaAdapter } = await show({ connectTo: ['solana', 'eip155'] })
    await press('Solana')
    expect(chosenId()).toBe(solana.caipNetworkId)
    expect(onChosen).toHaveBeenCalledTimes(1)
    expect(asked(solanaAdapter)).toEqual([`connect ${dune.id}`])
  })

  test('asks the wallet of a connected family, even if the active family has none', async () => {
    const { press, top, dispatch } = await show({ connectTo: ['eip155'] })
    const { switchNetwork } = await import('../../connections/switchNetwork.ts')
    await act(async () => void (await dispatch(switchNetwork(solana.caipNetworkId))))
    await press('Polygon')
    expect(top()).toMatchObject({ view: 'SwitchNetwork', params: { caipNetworkId: polygon.caipNetworkId } })
  })
})

test.each([
  ['a paired Solana wallet has not approved is disabled, with the reason', 'solana', true],
  ['a paired EVM wallet has not approved is enabled: the wallet can be asked for it', 'eip155', false],
] as const)('a network that %s', async (_, namespace, isRefused) => {
  const devnet: Network = { ...solana, caipNetworkId: 'solana:devnet', name: 'Devnet' }
  const { store, button } = await show({ networks: [ethereum, polygon, solana, devnet] })
  const here = namespace === 'solana' ? solana : ethereum
  const connection = {
    connectorId: 'walletConnect',
    caipNetworkId: here.caipNetworkId,
    accounts: [{ address: ADDRESS }],
    approvedNetworkIds: [here.caipNetworkId],
  } as const
  await act(async () => void store.dispatch(connected({ namespace, connection })))
  const other = button(namespace === 'solana' ? /^Devnet/ : /^Polygon/)
  expect(other.disabled).toBe(isRefused)
  expect(other.textContent?.includes('Not approved in your wallet')).toBe(isRefused)
  expect(button(/^Ethereum/).disabled).toBe(false)
})

test('a remote puts a word beside a network, and a row of its own below the networks', async () => {
  const slots = {
    'networks.badges': [{ label: 'safety.badge', networks: [polygon.caipNetworkId] }],
    'networks.rows': [
      { label: 'safety.action', icon: 'help', view: 'Safety', testId: 'safety' },
      { label: 'safety.other', icon: 'help', view: 'Safety', testId: 'other', namespaces: ['solana'] },
    ],
  }
  const messages = { 'safety.badge': 'Low fees', 'safety.action': 'Compare networks', 'safety.other': 'Elsewhere' }
  const half = { messages, views: { Safety: { title: 'safety.action' } }, slots } as StaticHalf
  const parts = severalWallets()
  parts.store.dispatch(remoteAnnounced({ id: 'safety', version: '1.0.0', half }))
  const view = await render(inShell(parts, <Networks />))
  expect(view.names('button')).toEqual([
    'Ethereum',
    'PolygonLow fees',
    'Solana',
    'Compare networks',
    'What is a network?',
  ])
  await view.press('Compare networks')
  expect(parts.state().router.stack.at(-1)?.view).toBe('Safety')
})
