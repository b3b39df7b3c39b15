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
import type { PairedSession, Pairing } from '../pairing/pairedWallets.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { joinSession } from './joinSession.ts'
import { preparePairing } from './pair.ts'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

const on = ({ caipNetworkId }: { caipNetworkId: Connection['caipNetworkId'] }): Connection => ({
  connectorId: WALLET_CONNECT_ID,
  caipNetworkId,
  accounts: [{ address: ADDRESS }],
})

/** A phone that has paired for EVM alone, and later adds Solana. */
async function withPhone(isMulti = true) {
  const phone = fakePairing()
  const parts = severalWallets({ isMulti, pairing: phone as unknown as Pairing })
  await parts.dispatch(preparePairing())
  phone.agree({ eip155: on(ethereum) })
  await new Promise((resolve) => setImmediate(resolve))
  const topic = phone.session?.topic ?? ''
  const added: PairedSession = { topic, connections: { solana: { ...on(solana), session: topic } } }
  return { ...parts, join: () => parts.dispatch(joinSession(added)) }
}

test('a family that the phone adds to its session is connected and stored, and the page stays where it is', async () => {
  const { join, live, stored, chosenId, heard } = await withPhone()
  join()
  expect(live('solana')).toEqual([WALLET_CONNECT_ID])
  expect(chosenId()).toBe(ethereum.caipNetworkId)
  expect(stored()).toHaveLength(2)
  expect(heard).toContain('solana connected')
})

test.each([
  ['stays beside it if several are possible', true, [dune.id, WALLET_CONNECT_ID]],
  ['keeps its place if only one per family is possible', false, [dune.id]],
])('a wallet that is already connected in the added family %s', async (_, isMulti, expected) => {
  const { join, dispatch, live } = await withPhone(isMulti)
  await dispatch(connect({ namespace: 'solana', connectorId: dune.id }))
  join()
  expect(live('solana')).toEqual(expected)
})

test('a session that has ended meanwhile connects no family', async () => {
  const { join, dispatch, live } = await withPhone()
  await dispatch(disconnect('eip155', WALLET_CONNECT_ID))
  join()
  expect([live(), live('solana')]).toEqual([[], []])
})
