import type { Connection, Network } from '@portico/contracts'
import { ethereum, fakeAdapter, harbor, lantern, polygon, solana } from '@portico/contracts/testing'
import { dune, walletsIn } from '../../testing/wallets.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { networkAdded } from './networksSlice.ts'
import { reconnect } from './reconnect.ts'
import { networkOf } from './situation.ts'
import { storedConnections } from './storedConnections.ts'
import { switchNetwork } from './switchNetwork.ts'
import { watchConnections } from './watchConnections.ts'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const devnet: Network = { ...solana, id: 'devnet', name: 'Devnet', caipNetworkId: 'solana:devnet' }
const toHarbor = { namespace: 'eip155', connectorId: harbor.id } as const
const toDune = { namespace: 'solana', connectorId: dune.id } as const

/**
 * A family like Solana, whose wallets have no network of their own and report nothing when the page changes its
 * network.
 */
function silentFamily() {
  const adapter = fakeAdapter({
    namespace: 'solana',
    connectors: [dune],
    connection: (connectorId): Connection => ({
      connectorId,
      caipNetworkId: solana.caipNetworkId,
      accounts: [{ address: 'first' }],
    }),
  })
  return Object.assign(adapter, {
    switchNetwork: async () => {},
    restore: async (connectorId: string, { network }: { network: Network }) => {
      const granted = adapter.granted.get(connectorId)
      return granted && { ...granted, caipNetworkId: network.caipNetworkId }
    },
  })
}

function onPage(situation: Parameters<typeof severalWallets>[0] = {}) {
  const parts = severalWallets({ solanaAdapter: silentFamily(), ...situation })
  parts.dispatch(networkAdded(devnet))
  watchConnections(parts.store, parts.services)
  return parts
}

test.each([
  ['one wallet a family', false],
  ['several wallets', true],
])('with %s, a reload restores the network of a family whose wallets report none', async (_, isMulti) => {
  const before = onPage({ isMulti })
  await before.dispatch(connect(toDune))
  await before.dispatch(switchNetwork(devnet.caipNetworkId))
  const again = onPage({ ...before, isMulti })
  await again.dispatch(reconnect(true, async () => true))
  expect(again.family('solana')?.connection?.caipNetworkId).toBe(devnet.caipNetworkId)
})

test('the other stored entries of the family are kept when its wallet switches the network', async () => {
  const { dispatch, storage } = onPage()
  await dispatch(connect(toHarbor))
  await dispatch(connect({ ...toHarbor, connectorId: lantern.id }))
  await dispatch(switchNetwork(polygon.caipNetworkId))
  expect(storedConnections(storage).map(({ connectorId, caipNetworkId }) => [connectorId, caipNetworkId])).toEqual([
    [harbor.id, ethereum.caipNetworkId],
    [lantern.id, polygon.caipNetworkId],
  ])
})

describe('if a wallet agrees late', () => {
  async function asking() {
    const parts = onPage()
    await parts.dispatch(connect(toDune))
    await parts.dispatch(connect(toHarbor))
    const answer = parts.evm.hold('switchNetwork')
    return { ...parts, answer, switching: parts.dispatch(switchNetwork(polygon.caipNetworkId)) }
  }

  test('the page is not pulled back from another family, but the new network is recorded', async () => {
    const { dispatch, switching, answer, chosenId, family, storage } = await asking()
    await dispatch(switchNetwork(devnet.caipNetworkId))
    answer()
    await expect(switching).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(chosenId()).toBe(devnet.caipNetworkId)
    expect(storage.read('network')?.caipNetworkId).toBe(devnet.caipNetworkId)
    expect(family()?.connection?.caipNetworkId).toBe(polygon.caipNetworkId)
  })

  test('nothing changes once the wallet has been disconnected', async () => {
    const { dispatch, switching, answer, chosenId, told } = await asking()
    await dispatch(disconnect('eip155'))
    answer()
    await expect(switching).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(chosenId()).toBe(ethereum.caipNetworkId)
    expect(told.map(({ event }) => event)).not.toContain('SWITCH_NETWORK')
  })

  test('nothing changes for the wallet that has taken its place', async () => {
    const { dispatch, switching, answer, family } = await asking()
    await dispatch(connect({ ...toHarbor, connectorId: lantern.id }))
    answer()
    await expect(switching).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(family()?.connection).toMatchObject({ connectorId: lantern.id, caipNetworkId: ethereum.caipNetworkId })
  })
})

describe('the last network chosen in a family', () => {
  test('is where the page returns to after a visit to another family, and after a reload', async () => {
    const before = onPage()
    await before.dispatch(switchNetwork(polygon.caipNetworkId))
    await before.dispatch(switchNetwork(solana.caipNetworkId))
    const again = onPage(before)
    again.dispatch({ type: 'networks/networkChosen', payload: solana.caipNetworkId })
    expect(networkOf(again.state(), again.storage, 'eip155')).toBe(polygon)
    expect(networkOf(again.state(), again.storage, 'bip122')).toBeUndefined()
  })

  test('is the first one if none, or an unknown one, is stored', () => {
    const { state, storage, dispatch } = onPage()
    dispatch({ type: 'networks/networkChosen', payload: solana.caipNetworkId })
    expect(networkOf(state(), storage, 'eip155')).toBe(ethereum)
    storage.write('networks', { eip155: 'eip155:5' })
    expect(networkOf(state(), storage, 'eip155')).toBe(ethereum)
  })
})
