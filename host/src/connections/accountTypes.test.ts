import { type Connection, type Network, selectAccount } from '@portico/contracts'
import { ethereum, fakeAdapter } from '@portico/contracts/testing'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import { preferredAccountType } from './accountTypes.ts'
import { connect } from './connect.ts'
import { findStoredConnections } from './findStored.ts'
import { reconnect } from './reconnect.ts'
import { setPreferredAccountType } from './setPreferredAccountType.ts'
import { switchConnection } from './switchConnection.ts'
import { watchConnections } from './watchConnections.ts'

const bitcoin: Network = {
  ...ethereum,
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
}
const ID = 'Reef'
const PAYMENT = { address: 'bc1-payment', type: 'payment' } as const
const ORDINAL = { address: 'bc1-ordinal', type: 'ordinal' } as const
const grant: Connection = { connectorId: ID, caipNetworkId: bitcoin.caipNetworkId, accounts: [PAYMENT, ORDINAL] }

/** A browser whose Bitcoin wallet has two addresses. */
function shop({ defaultAccountTypes = {}, storage = memoryStorage() } = {}) {
  const adapter = fakeAdapter({
    namespace: 'bip122',
    connectors: [{ id: ID, name: ID, type: 'ANNOUNCED', namespace: 'bip122' }],
    connection: () => grant,
  })
  adapter.granted.set(ID, grant)
  const test = createTestStore({
    adapters: [adapter],
    networks: [bitcoin],
    storage,
    options: { defaultAccountTypes },
  })
  watchConnections(test.store, test.services)
  const { store } = test
  return {
    ...test,
    adapter,
    dispatch: store.dispatch,
    address: () => selectAccount(store.getState(), 'bip122')?.address,
    type: () => preferredAccountType(store.getState(), storage, 'bip122'),
    alerts: () => store.getState().feedback.alerts[0]?.error.code,
  }
}
const which = { namespace: 'bip122', connectorId: ID } as const

describe('the active one of several accounts', () => {
  test('is the payment account by default', async () => {
    const { dispatch, address, type } = shop()
    await dispatch(connect(which))
    expect([type(), address()]).toEqual(['payment', PAYMENT.address])
  })

  test('has the type that the site asks for', async () => {
    const { dispatch, address } = shop({ defaultAccountTypes: { bip122: 'ordinal' } })
    await dispatch(connect(which))
    expect(address()).toBe(ORDINAL.address)
  })

  test("falls back to the wallet's first account if the wallet has no account of that type", async () => {
    const { dispatch, address } = shop({ defaultAccountTypes: { bip122: 'stx' } })
    await dispatch(connect(which))
    expect(address()).toBe(PAYMENT.address)
  })

  test('still has that type when the wallet reports its accounts again', async () => {
    const { dispatch, address, adapter } = shop({ defaultAccountTypes: { bip122: 'ordinal' } })
    await dispatch(connect(which))
    const accounts = [
      { ...PAYMENT, address: 'bc1-other' },
      { ...ORDINAL, address: 'bc1-other-ordinal' },
    ] as const
    adapter.say(ID, { type: 'accounts', accounts })
    expect(address()).toBe('bc1-other-ordinal')
  })
})

describe('preferring another type', () => {
  test('switches to the account of that type at once, reports the switch, and survives a reload', async () => {
    const { dispatch, address, storage, told } = shop()
    await dispatch(connect(which))
    dispatch(setPreferredAccountType('ordinal', 'bip122'))
    expect(address()).toBe(ORDINAL.address)
    expect(told.at(-1)).toEqual({
      event: 'SET_PREFERRED_ACCOUNT_TYPE',
      properties: { accountType: 'ordinal', network: bitcoin.caipNetworkId },
    })
    const next = shop({ storage })
    await next.dispatch(reconnect(true, async () => true))
    expect([next.type(), next.address()]).toEqual(['ordinal', ORDINAL.address])
  })

  test('applies to the next wallet that connects, if there is no connection yet', async () => {
    const { dispatch, address } = shop()
    dispatch(setPreferredAccountType('ordinal', 'bip122'))
    await dispatch(connect(which))
    expect(address()).toBe(ORDINAL.address)
  })

  test('raises an alert and changes nothing if the family does not have that type', async () => {
    const { dispatch, address, type, alerts } = shop()
    await dispatch(connect(which))
    jest.spyOn(console, 'warn').mockImplementation(() => {})
    dispatch(setPreferredAccountType('smartAccount', 'bip122'))
    expect([type(), address(), alerts()]).toEqual(['payment', PAYMENT.address, 'options.invalid'])
  })
})

describe('an account that the visitor has chosen', () => {
  test('is the active one after a reload', async () => {
    const { dispatch, storage } = shop()
    await dispatch(connect(which))
    expect(await dispatch(switchConnection({ ...which, address: ORDINAL.address }))).toBe('account')
    const next = shop({ storage })
    await next.dispatch(reconnect(true, async () => true))
    expect(next.address()).toBe(ORDINAL.address)
    const third = shop({ storage })
    await third.dispatch(findStoredConnections())
    expect(third.address()).toBe(ORDINAL.address)
  })

  test('is replaced by one that the wallet itself puts first', async () => {
    const { dispatch, storage, adapter } = shop()
    await dispatch(connect(which))
    await dispatch(switchConnection({ ...which, address: ORDINAL.address }))
    adapter.say(ID, { type: 'accounts', accounts: [{ ...PAYMENT, address: 'bc1-new' }, ORDINAL] })
    const next = shop({ storage })
    await next.dispatch(reconnect(true, async () => true))
    expect(next.address()).toBe(PAYMENT.address)
  })

  test('is dropped once the wallet no longer shares it', async () => {
    const { dispatch, storage } = shop()
    await dispatch(connect(which))
    await dispatch(switchConnection({ ...which, address: ORDINAL.address }))
    const next = shop({ storage })
    next.adapter.granted.set(ID, { ...grant, accounts: [PAYMENT] })
    await next.dispatch(reconnect(true, async () => true))
    expect(next.address()).toBe(PAYMENT.address)
  })
})
