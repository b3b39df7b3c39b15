import { type Connection, WALLET_CONNECT_ID } from '@portico/contracts'
import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  fakePairing,
  harbor,
  lantern,
  polygon,
  solana,
} from '@portico/contracts/testing'
import { dune, walletsIn } from '../../testing/wallets.ts'
import type { Pairing } from '../pairing/pairedWallets.ts'
import { cancelPairing } from './cancelPairing.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { preparePairing } from './pair.ts'
import { reconnect } from './reconnect.ts'
import { switchNetwork } from './switchNetwork.ts'
import { watchConnections } from './watchConnections.ts'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const on = ({ caipNetworkId }: { caipNetworkId: Connection['caipNetworkId'] }): Connection => ({
  connectorId: WALLET_CONNECT_ID,
  caipNetworkId,
  accounts: [{ address: ADDRESS }],
  wallet: { name: 'Phone' },
})
const onBoth = { eip155: on(ethereum), solana: on(solana) }
const toPaired = { namespace: 'eip155', connectorId: WALLET_CONNECT_ID } as const

function withPhone(isMulti = true, storage?: Parameters<typeof severalWallets>[0]) {
  const phone = fakePairing()
  const parts = severalWallets({ isMulti, pairing: phone as unknown as Pairing, ...storage })
  watchConnections(parts.store, parts.services)
  const pair = async (connections: Parameters<typeof phone.agree>[0]) => {
    await parts.dispatch(preparePairing())
    phone.agree(connections)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...parts, phone, pair, ends: () => phone.calls.filter((call) => call === 'end').length }
}

describe('a wallet that pairs', () => {
  test('connects every family that it serves, and the page stays where it is', async () => {
    const { pair, live, chosenId, stored } = withPhone()
    await pair(onBoth)
    expect([live(), live('solana')]).toEqual([[WALLET_CONNECT_ID], [WALLET_CONNECT_ID]])
    expect(chosenId()).toBe(ethereum.caipNetworkId)
    expect(stored()).toHaveLength(2)
  })

  test('that serves only another family takes the page to that family', async () => {
    const { pair, chosenId } = withPhone()
    await pair({ solana: on(solana) })
    expect(chosenId()).toBe(solana.caipNetworkId)
  })

  test("joins the browser's wallet where a family may have several, and otherwise replaces it", async () => {
    for (const isMulti of [true, false]) {
      const { dispatch, pair, live, asked } = withPhone(isMulti)
      await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
      await pair(onBoth)
      expect(live()).toEqual(isMulti ? [WALLET_CONNECT_ID, harbor.id] : [WALLET_CONNECT_ID])
      expect(asked().includes(`disconnect ${harbor.id}`)).toBe(!isMulti)
    }
  })

  test('but approves after the visitor has left, connects nothing', async () => {
    const { dispatch, phone, live } = withPhone()
    await dispatch(preparePairing())
    dispatch(cancelPairing())
    phone.agree(onBoth)
    await new Promise((resolve) => setImmediate(resolve))
    expect(live()).toEqual([])
  })

  test('again, for fewer families, drops the connections that only the earlier session had', async () => {
    const { pair, live, stored, heard } = withPhone()
    await pair(onBoth)
    await pair({ eip155: on(polygon) })
    expect([live(), live('solana')]).toEqual([[WALLET_CONNECT_ID], []])
    expect(stored()).toEqual([`${WALLET_CONNECT_ID}*`])
    expect(heard).toContain('solana disconnected')
  })
})

describe('a session', () => {
  test('ends in all of its families and nowhere else, when one of its connections is disconnected', async () => {
    const { dispatch, pair, live, ends, asked, solanaAdapter } = withPhone()
    await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
    await dispatch(connect({ namespace: 'solana', connectorId: dune.id }))
    await pair(onBoth)
    await dispatch(disconnect('solana', WALLET_CONNECT_ID))
    expect([live(), live('solana')]).toEqual([[harbor.id], [dune.id]])
    expect(ends()).toBe(1)
    expect([...asked(), ...asked(solanaAdapter)].filter((call) => call.startsWith('disconnect'))).toEqual([])
  })

  test('ends even if the wallet cannot be notified', async () => {
    const { dispatch, pair, phone, live, stored } = withPhone()
    await pair(onBoth)
    phone.failToEnd()
    await expect(dispatch(disconnect('eip155'))).rejects.toMatchObject({ code: 'connection.disconnectFailed' })
    expect([live(), live('solana'), stored()]).toEqual([[], [], []])
  })

  test('ends family by family when the wallet ends it', async () => {
    const { pair, phone, live } = withPhone()
    await pair(onBoth)
    phone.say('solana', { type: 'disconnected' })
    expect([live(), live('solana')]).toEqual([[WALLET_CONNECT_ID], []])
    phone.say('eip155', { type: 'disconnected' })
    expect(live()).toEqual([])
    expect(phone.listeners).toBe(0)
  })

  test('does not end when another wallet takes over one family: the other family keeps the session', async () => {
    const { dispatch, pair, live, ends } = withPhone(false)
    await pair(onBoth)
    await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
    expect([live(), live('solana')]).toEqual([[harbor.id], [WALLET_CONNECT_ID]])
    expect(ends()).toBe(0)
    await dispatch(connect({ namespace: 'solana', connectorId: dune.id }))
    expect(ends()).toBe(1)
  })
})

test('is restored in each family at the next visit, without a prompt', async () => {
  const before = withPhone()
  await before.pair(onBoth)
  const phone = before.phone as unknown as Pairing
  const again = severalWallets({ pairing: phone, storage: before.storage })
  await again.dispatch(reconnect(true, async () => true))
  expect([again.live(), again.live('solana')]).toEqual([[WALLET_CONNECT_ID], [WALLET_CONNECT_ID]])
  expect(before.phone.calls).toEqual(['prepare', 'restore', 'restore'])
})

test.each([
  ['the session of a paired wallet is ended', true],
  ['no pairing code is fetched if no wallet is paired', false],
])('with reconnect disabled, %s', async (_, isPaired) => {
  const { dispatch, pair, ends, stored } = withPhone()
  if (isPaired) await pair(onBoth)
  else await dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  await dispatch(reconnect(false, async () => true))
  expect(stored()).toEqual([])
  expect(ends()).toBe(isPaired ? 1 : 0)
})

describe("calls about the paired wallet are passed to it, all others to the family's adapter", () => {
  test('when the network is switched', async () => {
    const { dispatch, pair, phone, asked, chosenId } = withPhone()
    await pair({ eip155: on(ethereum) })
    await dispatch(switchNetwork(polygon.caipNetworkId))
    expect(phone.calls).toContain('switch eip155:137')
    expect(asked()).toEqual([])
    expect(chosenId()).toBe(polygon.caipNetworkId)
  })

  test('when a message is signed or the provider is requested', async () => {
    const { services, phone, asked } = withPhone()
    const { eip155 } = services.adapters
    await eip155?.signMessage(WALLET_CONNECT_ID, ADDRESS, 'hello')
    await eip155?.signMessage(harbor.id, ADDRESS, 'hello')
    expect(phone.calls).toEqual([`sign eip155 ${WALLET_CONNECT_ID}`])
    expect(asked()).toEqual([`signMessage ${harbor.id}`])
    expect(eip155?.getProvider(WALLET_CONNECT_ID)).toEqual({ paired: 'eip155' })
    expect(eip155?.getProvider(harbor.id)).toEqual({ connectorId: harbor.id })
  })

  test('connecting through the pairing connector waits for the wallet, and stops when the visitor leaves', async () => {
    const { dispatch, phone, family } = withPhone()
    const life = new AbortController()
    const connecting = dispatch(connect(toPaired, { signal: life.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    expect(phone.isWaiting).toBe(true)
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
    expect(phone.isWaiting).toBe(false)
    expect(family()?.status).toBe('disconnected')
  })

  test('a wallet that does not serve the family is not connected in it', async () => {
    const { dispatch, phone } = withPhone()
    const connecting = dispatch(connect(toPaired))
    await new Promise((resolve) => setImmediate(resolve))
    phone.agree({ solana: on(solana) })
    await expect(connecting).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
  })

  test("the pairing option comes first in a family's list of wallets", () => {
    const { state } = withPhone()
    expect(state().connections.connectors.eip155?.[0]).toMatchObject({ id: WALLET_CONNECT_ID, type: 'WALLET_CONNECT' })
  })
})
