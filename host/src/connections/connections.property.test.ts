import { type ChainNamespace, type Connection, WALLET_CONNECT_ID } from '@portico/contracts'
import {
  ethereum,
  type FakePairing,
  fakeAdapter,
  fakePairing,
  harbor,
  lantern,
  polygon,
  solana,
} from '@portico/contracts/testing'
import { accountsOf, walletsIn } from '../../testing/wallets.ts'
import type { PairedSession, Pairing } from '../pairing/pairedWallets.ts'
import { connect } from './connect.ts'
import { statusOfConnector } from './connectionsSlice.ts'
import { disconnect } from './disconnect.ts'
import { preparePairing } from './pair.ts'
import { storedConnections } from './storedConnections.ts'
import { switchConnection } from './switchConnection.ts'
import { watchConnections } from './watchConnections.ts'

const {
  evmWallets: EVM_WALLETS,
  solanaWallets: SOLANA_WALLETS,
  severalWallets,
} = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })
type SeveralWallets = ReturnType<typeof severalWallets>

/** Invariants that hold after each step, whatever the visitor and the wallets do, in any order. */

const FAMILIES = ['eip155', 'solana'] as const
const IDS = { eip155: EVM_WALLETS.map(({ id }) => id), solana: SOLANA_WALLETS.map(({ id }) => id) }

/** A seeded random generator (mulberry32), so that a failure can be reproduced. */
function randomOf(seed: number): <T>(choices: readonly [T, ...T[]]) => T {
  let state = seed
  return (choices) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const index = ((mixed ^ (mixed >>> 14)) >>> 0) % choices.length
    return choices[index] ?? choices[0]
  }
}

type World = SeveralWallets & { readonly pairing: FakePairing }
type Named = Connection['accounts'][number]
/** Answers that wallets have not given yet. */
type Owed = (() => void)[]
type Pick = ReturnType<typeof randomOf>

const settled = () => new Promise((resolve) => setImmediate(resolve))
const quietly = (work: Promise<unknown>) => void work.catch(() => {})
const target = (pick: Pick) => {
  const namespace = pick(FAMILIES)
  return { namespace, connectorId: pick(IDS[namespace] as [string, ...string[]]) }
}
const adapterOf = ({ evm, solanaAdapter }: World, namespace: ChainNamespace) =>
  namespace === 'solana' ? solanaAdapter : evm

const paired = (caipNetworkId: Connection['caipNetworkId']): Connection => ({
  connectorId: WALLET_CONNECT_ID,
  caipNetworkId,
  accounts: [{ address: 'paired' }],
})

const STEPS: Readonly<Record<string, (world: World, pick: Pick, owed: Owed) => unknown>> = {
  connect: (world, pick) => quietly(world.dispatch(connect(target(pick)))),
  'connect, and wait for the answer': (world, pick, owed) => {
    const { namespace, connectorId } = target(pick)
    owed.push(adapterOf(world, namespace).hold('connect'))
    quietly(world.dispatch(connect({ namespace, connectorId })))
  },
  'connect, and go back': (world, pick, owed) => {
    const { namespace, connectorId } = target(pick)
    owed.push(adapterOf(world, namespace).hold('connect'))
    const life = new AbortController()
    quietly(world.dispatch(connect({ namespace, connectorId }, { signal: life.signal })))
    life.abort()
  },
  reject: (world, pick) => {
    const { namespace, connectorId } = target(pick)
    adapterOf(world, namespace).fail('connect', 'rejected')
    quietly(world.dispatch(connect({ namespace, connectorId })))
  },
  'a wallet answers at last': (_, __, owed) => owed.shift()?.(),
  switch: (world, pick) => quietly(world.dispatch(switchConnection(target(pick)))),
  'switch account': (world, pick) => {
    const { namespace, connectorId } = target(pick)
    const address = pick<Named>(accountsOf(connectorId)).address
    quietly(world.dispatch(switchConnection({ namespace, connectorId, address })))
  },
  disconnect: (world, pick) => {
    const { namespace, connectorId } = target(pick)
    quietly(world.dispatch(disconnect(namespace, connectorId)))
  },
  'disconnect a family': (world, pick) => quietly(world.dispatch(disconnect(pick(FAMILIES)))),
  'a wallet cannot be told': (world, pick) => adapterOf(world, pick(FAMILIES)).fail('disconnect', 'failed'),
  'a wallet ends its connection': (world, pick) => {
    const { namespace, connectorId } = target(pick)
    adapterOf(world, namespace).say(connectorId, { type: 'disconnected' })
  },
  'a wallet chooses another account': (world, pick) => {
    const { namespace, connectorId } = target(pick)
    const [first, second] = accountsOf(connectorId)
    const accounts = pick<readonly [Named, ...Named[]]>([[first, second], [second, first], [second]])
    adapterOf(world, namespace).say(connectorId, { type: 'accounts', accounts })
  },
  'a wallet goes to another network': (world, pick) =>
    world.evm.say(pick(IDS.eip155 as [string, ...string[]]), {
      type: 'network',
      caipNetworkId: pick(['eip155:1', 'eip155:137', 'eip155:56'] as const),
    }),
  pair: (world, pick) => {
    const connections = pick<PairedSession['connections']>([
      { eip155: paired('eip155:1') },
      { eip155: paired('eip155:137'), solana: paired('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') },
    ])
    quietly(world.dispatch(preparePairing()).then(() => world.pairing.agree(connections)))
  },
  'disconnect the paired wallet': (world, pick) =>
    quietly(world.dispatch(disconnect(pick(FAMILIES), WALLET_CONNECT_ID))),
  'the paired wallet ends the session': (world, pick) => world.pairing.say(pick(FAMILIES), { type: 'disconnected' }),
}

function holds({ state, family, live, storage }: World, isMulti: boolean): void {
  const connections = state().connections.families
  for (const namespace of FAMILIES) {
    const known = family(namespace)
    const ids = live(namespace).map((id) => id.toLowerCase())
    expect(new Set(ids).size).toBe(ids.length)
    // A family with connections has exactly one active connection; a family without one has no others either.
    expect(known?.connection === undefined).toBe(ids.length === 0)
    if (known?.status === 'connected') expect(known.connection).toBeDefined()
    if (known?.status === 'disconnected') expect(known.connection).toBeUndefined()
    if (known?.status === 'connecting') expect(known.connectorId).toBeDefined()
    if (!isMulti) expect(ids.length).toBeLessThan(2)

    const stored = storedConnections(storage).filter((entry) => entry.namespace === namespace)
    expect(stored.map(({ connectorId }) => connectorId).toSorted()).toEqual(live(namespace).toSorted())
    const active = stored.filter(({ isActive }) => isActive !== false).map(({ connectorId }) => connectorId)
    expect(active).toEqual(known?.connection ? [known.connection.connectorId] : [])

    for (const id of IDS[namespace]) {
      const isActive = known?.connection?.connectorId === id
      const status = isActive ? 'connected' : live(namespace).includes(id) ? 'active' : 'disconnected'
      expect(statusOfConnector(known, id)).toBe(status)
    }
  }
  if (storage.read('connections') !== undefined) expect(storedConnections(storage).length).toBeGreaterThan(0)
  const sessions = FAMILIES.flatMap((namespace) =>
    [connections[namespace]?.connection, ...(connections[namespace]?.others ?? [])].map((one) => one?.session),
  )
  expect(new Set(sessions.filter((session) => session !== undefined)).size).toBeLessThan(2)
}

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1)
const STEP_COUNT = 40

describe.each([
  ['several wallets a family', true],
  ['one wallet a family', false],
])('with %s', (_, isMulti) => {
  test.each(SEEDS)('state and storage agree after any sequence of steps: %d', async (seed) => {
    const pick = randomOf(seed)
    const pairing = fakePairing()
    const world: World = { ...severalWallets({ isMulti, pairing: pairing as unknown as Pairing }), pairing }
    const unwatch = watchConnections(world.store, world.services)
    const owed: Owed = []
    const done: string[] = []
    const check = () => {
      try {
        holds(world, isMulti)
      } catch (error) {
        throw new Error(`after ${done.join(' → ')}: ${(error as Error).message}`)
      }
    }
    for (let step = 0; step < STEP_COUNT; step++) {
      const name = pick(Object.keys(STEPS) as [string, ...string[]])
      done.push(name)
      STEPS[name]?.(world, pick, owed)
      // Some steps follow at once, others only after the previous one has been answered.
      if (pick([true, false])) await settled()
      check()
    }
    for (const answer of owed) answer()
    await settled()
    check()
    // Each connected wallet has one listener; two more belong to the code that looks for wallets.
    const count = FAMILIES.flatMap((namespace) => world.live(namespace)).length
    expect(world.evm.listeners + world.solanaAdapter.listeners - 2 + pairing.listeners).toBe(count)
    unwatch()
    expect(pairing.listeners).toBe(0)
  })
})
