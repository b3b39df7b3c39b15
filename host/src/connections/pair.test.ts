import {
  type ChainNamespace,
  type Connection,
  ModalError,
  selectConnection,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { ethereum, fakeAdapter, fakePairing, harbor, solana } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import type { PairedSession } from '../pairing/pairedWallets.ts'
import { cancelPairing } from './cancelPairing.ts'
import { connect } from './connect.ts'
import type { OneClick } from './oneClick.ts'
import { preparePairing } from './pair.ts'
import { walletPicked } from './pairingSlice.ts'

const on = (caipNetworkId: Connection['caipNetworkId'], address: string): Connection => ({
  connectorId: WALLET_CONNECT_ID,
  accounts: [{ address }],
  caipNetworkId,
})
const EVM = on(ethereum.caipNetworkId, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const SOLANA = on(solana.caipNetworkId, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')

/** A promise that a test settles when it wants to. */
function held<T>() {
  const parts: { resolve?: (value: T) => void; reject?: (reason: Error) => void } = {}
  const promise = new Promise<T>((resolve, reject) => void Object.assign(parts, { resolve, reject }))
  return { promise, ...(parts as Required<typeof parts>) }
}

function withPhone(families: readonly ChainNamespace[] = ['eip155', 'solana'], options = {}) {
  const pairing = fakePairing()
  const adapters = families.map((namespace) => fakeAdapter({ namespace, connectors: [{ ...harbor, namespace }] }))
  const test = createTestStore({ adapters, networks: [ethereum, solana], pairing, options })
  const { store, told } = test
  return {
    ...test,
    pairing,
    adapters,
    state: () => store.getState().pairing,
    prepare: () => store.dispatch(preparePairing()),
    cancel: () => store.dispatch(cancelPairing()),
    account: (namespace: ChainNamespace) => selectConnection(store.getState(), namespace)?.accounts[0].address,
    events: () => told.map(({ event, properties }) => [event, properties?.method ?? properties?.message]),
    settled: () => new Promise((resolve) => setTimeout(resolve)),
  }
}

test('every family that the wallet serves is connected, the page’s own first, and the pairing is over', async () => {
  const { prepare, pairing, settled, account, state, store, events } = withPhone()
  await prepare()
  expect(state()).toMatchObject({ status: 'ready', uri: 'wc:1@2' })
  pairing.agree({ solana: SOLANA, eip155: EVM })
  await settled()
  expect([account('eip155'), account('solana')]).toEqual([EVM.accounts[0].address, SOLANA.accounts[0].address])
  expect(store.getState().networks.chosenId).toBe(ethereum.caipNetworkId)
  expect(state()).toMatchObject({ status: 'idle' })
  expect(events()).toEqual([
    ['CONNECT_SUCCESS', 'qrcode'],
    ['CONNECT_SUCCESS', 'qrcode'],
  ])
})

test('a wallet that serves no family of the page is rejected, and the visitor sees why', async () => {
  const { prepare, pairing, settled, state } = withPhone(['eip155'])
  await prepare()
  pairing.agree({ solana: SOLANA })
  await settled()
  expect(state().error?.code).toBe('connection.chainsUnsupported')
  expect(pairing.calls).toEqual(['prepare', 'end'])
})

test.each([
  ['connection.rejected', [['USER_REJECTED', 'Connection rejected']]],
  ['connection.failed', [['CONNECT_ERROR', 'Failed to connect']]],
  ['pairing.expired', []],
] as const)('if a pairing ends with %s, the state has the error; an expiry is not tracked', async (code, told) => {
  const { prepare, pairing, settled, state, events } = withPhone()
  await prepare()
  pairing.refuse(code)
  await settled()
  expect(state()).toMatchObject({ status: 'failed', error: { code } })
  expect(events()).toEqual(told)
})

test('a canceled pairing connects no wallet, whatever the wallet answers', async () => {
  const { prepare, pairing, settled, account, state, cancel } = withPhone()
  await prepare()
  cancel()
  pairing.agree({ eip155: EVM })
  await settled()
  expect(account('eip155')).toBeUndefined()
  expect(state()).toMatchObject({ status: 'idle' })
})

test('if the window is closed and reopened while a pairing is being made, only the second one counts', async () => {
  const { prepare, pairing, state, cancel, settled } = withPhone()
  const real = pairing.prepare
  const slow = held<never>()
  pairing.prepare = () => slow.promise
  const first = prepare()
  await settled()
  cancel()
  pairing.prepare = real
  const second = prepare()
  slow.reject(new ModalError('connection.modalClosed'))
  await Promise.all([first, second])
  expect(state()).toMatchObject({ status: 'ready', uri: 'wc:1@2' })
  expect(pairing.calls).toEqual(['cancel', 'prepare'])
})

test('if the site itself cancels a pairing, no dead QR code is left behind', async () => {
  const { prepare, pairing, settled, state } = withPhone()
  await prepare()
  pairing.cancel()
  await settled()
  expect(state()).toMatchObject({ status: 'idle' })
})

test('if the window is closed while the message to sign is still loading, no pairing is proposed', async () => {
  const { prepare, pairing, services, cancel } = withPhone()
  const message = held<undefined>()
  const oneClick = { request: () => message.promise } as unknown as OneClick
  Object.assign(services, { oneClick: async () => oneClick })
  const preparing = prepare()
  cancel()
  message.resolve(undefined)
  await preparing
  expect(pairing.calls).toEqual(['cancel'])
})

describe('a wallet that has signed while it paired', () => {
  /** Lets a test decide when the site accepts the signature. */
  async function signed() {
    const parts = withPhone()
    const [agree, accepted] = [held<PairedSession>(), held<void>()]
    const oneClick = { request: async () => undefined, accept: () => accepted.promise }
    Object.assign(parts.services, { oneClick: async () => oneClick as unknown as OneClick })
    const prepare = parts.pairing.prepare
    parts.pairing.prepare = async () => ({ ...(await prepare.call(parts.pairing)), answer: agree.promise })
    await parts.prepare()
    parts.pairing.prepare = prepare
    agree.resolve({
      topic: 'topic',
      connections: { eip155: { ...EVM, session: 'topic' } },
      signed: [{ caipAddress: `${EVM.caipNetworkId}:0x0`, message: '', signature: '', cacao: {} }],
    })
    await parts.settled()
    return { ...parts, accepted }
  }

  test('is not asked again while the site checks the signature, and the QR code can no longer be scanned', async () => {
    const { accepted, prepare, state, pairing, settled, account } = await signed()
    expect(state()).toMatchObject({ status: 'signingIn' })
    expect(state().uri).toBeUndefined()
    await prepare()
    expect(pairing.calls).toEqual(['prepare'])
    accepted.resolve()
    await settled()
    expect(account('eip155')).toBe(EVM.accounts[0].address)
    expect(state()).toMatchObject({ status: 'idle' })
  })

  test('is not connected if the site refuses the signature; the session ends with an error', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
    const { accepted, settled, account, state, pairing } = await signed()
    accepted.reject(new Error('no'))
    await settled()
    expect(account('eip155')).toBeUndefined()
    expect(state().error?.code).toBe('siwx.signFailed')
    expect(pairing.calls).toEqual(['prepare', 'end'])
    jest.restoreAllMocks()
  })

  test.each([
    ['has closed the window', false],
    ['is already waiting for another wallet', true],
  ])('is not connected if the visitor %s; the session ends', async (_, isOpenedAgain) => {
    const { accepted, settled, account, state, pairing, cancel, prepare } = await signed()
    const ended: unknown[] = []
    pairing.end = async (...topic: unknown[]) => void ended.push(...topic)
    cancel()
    if (isOpenedAgain) await prepare()
    accepted.resolve()
    await settled()
    expect(account('eip155')).toBeUndefined()
    expect(ended).toEqual(['topic'])
    expect(state().status).toBe(isOpenedAgain ? 'ready' : 'idle')
  })
})

test('a site that pairs by itself is connected only once, even after the visitor has closed the window', async () => {
  const { prepare, pairing, settled, account, events, cancel } = withPhone(undefined, { manualWCControl: true })
  pairing.cancel = () => {}
  await prepare()
  cancel()
  await prepare()
  cancel()
  pairing.agree({ eip155: EVM })
  await settled()
  expect(account('eip155')).toBe(EVM.accounts[0].address)
  expect(events()).toEqual([['CONNECT_SUCCESS', 'qrcode']])
  expect(pairing.calls).toEqual(['prepare', 'prepare'])
})

test('a wallet that agrees while its QR code is being replaced is connected', async () => {
  const { prepare, pairing, services, state, settled, account } = withPhone()
  await prepare()
  const message = held<undefined>()
  const oneClick = { request: () => message.promise } as unknown as OneClick
  Object.assign(services, { oneClick: async () => oneClick })
  const { expiresAt = 0 } = state()
  jest.spyOn(Date, 'now').mockReturnValue(expiresAt - 9_000)
  const renewing = prepare()
  pairing.agree({ eip155: EVM })
  await settled()
  message.resolve(undefined)
  await renewing
  expect(account('eip155')).toBe(EVM.accounts[0].address)
  expect(state().status).toBe('idle')
  expect(pairing.calls).toEqual(['prepare'])
  jest.restoreAllMocks()
})

test('if the relay rejects the key, an alert is raised too, because only the site owner can fix that', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {})
  const { prepare, pairing, state, store } = withPhone()
  pairing.prepare = () => Promise.reject(new ModalError('relay.keyInvalid'))
  await prepare()
  expect(state().error?.code).toBe('relay.keyInvalid')
  expect(store.getState().feedback.alerts[0]?.error.code).toBe('relay.keyInvalid')
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})

test('if pairing is unavailable, an error is shown', async () => {
  const { store } = createTestStore({ networks: [ethereum] })
  await store.dispatch(preparePairing())
  expect(store.getState().pairing).toMatchObject({ status: 'failed', error: { code: 'pairing.unavailable' } })
})

test('a browser wallet is disconnected when the phone takes over its family', async () => {
  const { prepare, pairing, settled, store, adapters } = withPhone()
  await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  await prepare()
  pairing.agree({ eip155: EVM })
  await settled()
  expect(adapters[0]?.calls.map(({ method }) => method)).toContain('disconnect')
})

test('the chosen wallet is kept when a pairing fails, and forgotten when pairing is canceled', async () => {
  const { prepare, pairing, settled, store, state, cancel } = withPhone()
  store.dispatch(walletPicked('pocket'))
  await prepare()
  pairing.refuse()
  await settled()
  expect(state().walletId).toBe('pocket')
  cancel()
  expect(state().walletId).toBeUndefined()
})
