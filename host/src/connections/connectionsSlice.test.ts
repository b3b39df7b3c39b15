import type { ConnectionsState, FamilyState } from '@portico/contracts'
import { ADDRESS, connectionWith, harbor, lantern, OTHER_ADDRESS } from '@portico/contracts/testing'
import {
  connected,
  connectFailed,
  connecting,
  connectionChanged,
  connectionFound,
  connectionsSlice,
  connectorsFound,
  disconnected,
  statusOfConnector,
  withAccountFirst,
} from './connectionsSlice.ts'

const { reducer } = connectionsSlice
const namespace = 'eip155'
const initial = reducer(undefined, { type: 'start' })
const connection = connectionWith()
const after = (...actions: Parameters<typeof reducer>[1][]): ConnectionsState => actions.reduce(reducer, initial)
const family = (...actions: Parameters<typeof reducer>[1][]) => after(...actions).families.eip155

const toHarbor = connecting({ namespace, connectorId: harbor.id })
const withHarbor = connected({ namespace, connection })
const rejected = { code: 'connection.rejected', message: 'Connection rejected' } as const

test('§4: a family begins without a connection', () => {
  expect(initial).toEqual({ connectors: {}, families: {} })
})

test('§4: when a visitor chooses a wallet, the family is connecting', () => {
  expect(family(toHarbor)).toEqual({ status: 'connecting', connectorId: harbor.id })
})

test("§4: connecting → connected, with the wallet's connection", () => {
  expect(family(toHarbor, withHarbor)).toEqual({ status: 'connected', connectorId: harbor.id, connection })
})

test('§4: connecting → disconnected on failure, with the reason and the failed wallet', () => {
  expect(family(toHarbor, connectFailed({ namespace, error: rejected }))).toEqual({
    status: 'disconnected',
    error: rejected,
    connectorId: harbor.id,
  })
})

test('§4: a connection that ends leaves nothing in the state', () => {
  expect(family(toHarbor, withHarbor, disconnected({ namespace }))).toEqual({ status: 'disconnected' })
})

test('a connection stays while another wallet is being asked', () => {
  expect(family(withHarbor, connecting({ namespace, connectorId: lantern.id }))).toEqual({
    status: 'connecting',
    connectorId: lantern.id,
    connection,
  })
})

test('a connection stays when another wallet has refused', () => {
  const refused = family(
    withHarbor,
    connecting({ namespace, connectorId: lantern.id }),
    connectFailed({ namespace, error: rejected }),
  )
  expect(refused).toEqual({ status: 'connected', connectorId: lantern.id, connection, error: rejected })
  expect(statusOfConnector(refused, lantern.id, [])).toBe('disconnected')
  expect(statusOfConnector(refused, harbor.id, [])).toBe('connected')
})

test('a new attempt clears the error of the last one', () => {
  expect(family(toHarbor, connectFailed({ namespace, error: rejected }), toHarbor)).toEqual({
    status: 'connecting',
    connectorId: harbor.id,
  })
})

test('§4: a stored connection that is restored is as connected as any other', () => {
  expect(family(toHarbor, connected({ namespace, connection }))?.status).toBe('connected')
})

test('when the wallet chooses other accounts, the connection has those accounts', () => {
  const accounts = [{ address: OTHER_ADDRESS }, { address: ADDRESS }] as const
  expect(family(withHarbor, connectionChanged({ namespace, accounts }))?.connection).toEqual({
    ...connection,
    accounts: [{ address: OTHER_ADDRESS }, { address: ADDRESS }],
  })
})

test('when the wallet switches to another network, the connection is on that network', () => {
  const moved = family(withHarbor, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))
  expect(moved?.connection).toEqual({ ...connection, caipNetworkId: 'eip155:137' })
})

test('changes of a wallet that is not connected are ignored', () => {
  const before = after(toHarbor)
  expect(reducer(before, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))).toBe(before)
  expect(reducer(initial, connectionChanged({ namespace, caipNetworkId: 'eip155:137' }))).toBe(initial)
})

test('a change in one family does not affect another', () => {
  const state = after(withHarbor, connecting({ namespace: 'solana', connectorId: 'phantom' }))
  expect(state.families.eip155?.status).toBe('connected')
  expect(state.families.solana?.status).toBe('connecting')
})

test('the list of found wallets replaces the previous one', () => {
  const state = after(
    connectorsFound({ namespace, connectors: [harbor, lantern] }),
    connectorsFound({ namespace, connectors: [lantern] }),
  )
  expect(state.connectors).toEqual({ eip155: [lantern] })
})

test.each<[string, FamilyState | undefined, string[], 'connected' | 'active' | 'disconnected']>([
  ['§4: the active connector is connected', family(withHarbor), [], 'connected'],
  ['§4: the active connector is connected, stored or not', family(withHarbor), [harbor.id], 'connected'],
  ['§4: one with a stored connection is active', undefined, [harbor.id], 'active'],
  [
    '§4: one with a stored connection beside another that is connected is active',
    family(connected({ namespace, connection: connectionWith(lantern) })),
    [harbor.id],
    'active',
  ],
  ['§4: one that is being connected is not connected yet', family(toHarbor), [], 'disconnected'],
  ['§4: every other one is disconnected', undefined, [lantern.id], 'disconnected'],
  [
    '§4: one whose attempt failed is disconnected',
    family(toHarbor, connectFailed({ namespace, error: rejected })),
    [],
    'disconnected',
  ],
])('%s', (_, given, storedIds, status) => {
  expect(statusOfConnector(given, harbor.id, storedIds)).toBe(status)
})

describe('several wallets of a family', () => {
  const onLantern = connectionWith(lantern)
  const withBoth = [withHarbor, connected({ namespace, connection: onLantern, keepsOthers: true })]

  test('the last one connected becomes active, and the others stay beside it', () => {
    expect(family(...withBoth)).toEqual({
      status: 'connected',
      connectorId: lantern.id,
      connection: onLantern,
      others: [connection],
    })
  })

  test('without the feature, the last one connected is the only one', () => {
    expect(family(...withBoth, connected({ namespace, connection }))).toEqual({
      status: 'connected',
      connectorId: harbor.id,
      connection,
    })
  })

  test('a wallet that becomes active swaps places with the previous one, whatever the spelling of its id', () => {
    const shouted = { ...connection, connectorId: harbor.id.toUpperCase() }
    const turned = family(...withBoth, connected({ namespace, connection: shouted, keepsOthers: true }))
    expect(turned).toMatchObject({ connection: shouted, others: [onLantern] })
  })

  test('§4: when the active connection ends, the next takes its place', () => {
    expect(family(...withBoth, disconnected({ namespace, connectorId: lantern.id.toUpperCase() }))).toEqual({
      status: 'connected',
      connectorId: harbor.id,
      connection,
    })
  })

  test('when another connection ends, the active one stays', () => {
    expect(family(...withBoth, disconnected({ namespace, connectorId: harbor.id }))).toEqual({
      status: 'connected',
      connectorId: lantern.id,
      connection: onLantern,
    })
  })

  test('the end of an unknown connection changes nothing', () => {
    const before = family(...withBoth)
    expect(family(...withBoth, disconnected({ namespace, connectorId: 'nobody' }))).toEqual(before)
  })

  test('a wallet that is being asked is still being asked when another connection ends', () => {
    const asking = connecting({ namespace, connectorId: 'third' })
    expect(family(...withBoth, asking, disconnected({ namespace, connectorId: lantern.id }))).toEqual({
      status: 'connecting',
      connectorId: 'third',
      connection,
    })
  })

  test("a wallet's refusal is still shown when another connection ends", () => {
    const refused = [connecting({ namespace, connectorId: 'third' }), connectFailed({ namespace, error: rejected })]
    expect(family(...withBoth, ...refused, disconnected({ namespace, connectorId: lantern.id }))).toEqual({
      status: 'connected',
      connectorId: 'third',
      error: rejected,
      connection,
    })
  })

  test('an attempt that ends leaves the connections as they are', () => {
    const asking = connecting({ namespace, connectorId: 'third' })
    expect(family(...withBoth, asking, disconnected({ namespace, connectorId: 'third' }))).toEqual(family(...withBoth))
  })

  test('a connection that is found is added last and only once, and never as a duplicate of the active one', () => {
    const found = connectionFound({ namespace, connection: { ...connection, connectorId: 'third' } })
    expect(family(...withBoth, found, found)?.others?.map(({ connectorId }) => connectorId)).toEqual([
      harbor.id,
      'third',
    ])
    const before = after(...withBoth)
    expect(reducer(before, connectionFound({ namespace, connection: onLantern }))).toBe(before)
  })

  test('a connection that is found becomes active if no other one is', () => {
    expect(family(connectionFound({ namespace, connection }))).toEqual({
      status: 'connected',
      connectorId: harbor.id,
      connection,
    })
  })

  test('a wallet beside the active one changes only its own connection', () => {
    const moved = family(
      ...withBoth,
      connectionChanged({ namespace, connectorId: harbor.id.toUpperCase(), caipNetworkId: 'eip155:137' }),
    )
    expect(moved?.connection).toEqual(onLantern)
    expect(moved?.others).toEqual([{ ...connection, caipNetworkId: 'eip155:137' }])
  })

  test('§4: the active wallet has the status connected, those beside it have the status active', () => {
    const both = family(...withBoth)
    expect([lantern.id, harbor.id, 'third'].map((id) => statusOfConnector(both, id))).toEqual([
      'connected',
      'active',
      'disconnected',
    ])
  })
})

test('a chosen account is put first, and the others keep their order', () => {
  const accounts = [{ address: 'a' }, { address: 'b' }, { address: 'c' }] as const
  const given = { ...connection, accounts }
  expect(withAccountFirst(given, 'c').accounts.map(({ address }) => address)).toEqual(['c', 'a', 'b'])
  expect(withAccountFirst(given, 'a')).toBe(given)
  expect(withAccountFirst(given, 'nobody')).toBe(given)
})
