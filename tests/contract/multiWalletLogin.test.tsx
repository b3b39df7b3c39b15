/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, harbor, render, solana, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { connect } from '../../host/src/connections/connect.ts'
import { connectorsFound } from '../../host/src/connections/connectionsSlice.ts'
import { liveConnections } from '../../host/src/connections/liveConnections.ts'
import { recentConnections } from '../../host/src/connections/storedConnections.ts'
import { AUTH_ID } from '../../host/src/embeddedWallet/types.ts'
import { ALL_OFF } from '../../host/src/project/features.ts'
import { featuresResolved } from '../../host/src/project/projectSlice.ts'
import { opened, selectStack } from '../../host/src/router/routerSlice.ts'
import { createViewSource } from '../../host/src/router/viewSource.ts'
import { ProfileWallets } from '../../host/src/views/ProfileWallets/ProfileWallets.tsx'
import { ALICE, evmUser, testEmbedded, turns } from '../../host/testing/embeddedWallet.ts'
import { inShell } from '../../host/testing/shell.tsx'

/** From the list of wallets to the frame: the embedded wallet is one of several, with its own login. */

type Wallet = ReturnType<typeof testEmbedded>
let wallet: Wallet

beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await unmountAll()
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const { signal } = new AbortController()
const live = () => liveConnections(wallet.store.getState(), 'eip155').map(({ connectorId }) => connectorId)
const recent = () => recentConnections(wallet.storage).map(({ connectorId }) => connectorId)
const count = (name: string) => wallet.frame.names().filter((posted) => posted === name).length

/** Runs `work` so that the frame answers during it. */
const during = (work: () => Promise<unknown>) => act(async () => void (await work()))

/** Harbor and the embedded wallet by e-mail, on a page that allows several wallets. */
async function withBoth() {
  wallet = testEmbedded({
    networks: [ethereum, solana],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [harbor] }),
    hasSolana: false,
  })
  const { store, wrapped, life } = wallet
  const features = { ...ALL_OFF, email: true, multiWallet: true }
  store.dispatch(featuresResolved({ features, switches: undefined, source: 'fresh' }))
  const onFound = (connectors: readonly (typeof harbor)[]) =>
    void store.dispatch(connectorsFound({ namespace: 'eip155', connectors }))
  wrapped[0]?.watchConnectors(onFound, life.signal)
  await store.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  const connecting = wallet.connect()
  await wallet.load()
  await (await wallet.asked('GET_USER')).succeed(evmUser())
  await connecting
  store.dispatch(opened({ view: 'ProfileWallets' }))
  const remotes = createViewSource({}, () => ({
    find: (view) => (view === 'EmailLogin' ? { title: 'x' } : undefined),
    loaded: () => undefined,
    drawn() {},
    crashed: async () => false,
    load: () => Promise.reject(new Error('not here')),
  }))
  return render(inShell(wallet, <ProfileWallets />, { remotes }))
}

/** The same list after the visitor has disconnected the embedded wallet. */
async function signedOut() {
  const list = await withBoth()
  await during(async () => {
    list.button('Disconnect Email').click()
    await (await wallet.asked('SIGN_OUT')).succeed()
  })
  return list
}

test('once disconnected, the embedded wallet is signed out and listed as recent; the other wallet is active', async () => {
  const list = await signedOut()
  expect([live(), recent(), wallet.storage.read('login')]).toEqual([[harbor.id], [AUTH_ID], undefined])
  expect(list.text()).toContain('Recently connected')
})

test('choosing the embedded wallet again starts the login, without a request to the signed-out frame', async () => {
  const list = await signedOut()
  const asked = count('GET_USER')
  await during(async () => {
    list.button('Connect Email').click()
    await turns()
  })
  expect(selectStack(wallet.store.getState()).map(({ view }) => view)).toEqual(['ProfileWallets', 'EmailLogin'])
  expect([count('GET_USER'), wallet.store.getState().connections.families.eip155?.status]).toEqual([asked, 'connected'])

  const commands = await wallet.commands.embeddedWallet()
  await during(async () => {
    const step = commands.connectEmail('ada@shop.example', signal)
    await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
    await step
    const checked = commands.checkCode('123456', signal)
    await (await wallet.asked('CONNECT_OTP')).succeed()
    await checked
    const connected = commands.connect(signal)
    await (await wallet.asked('GET_USER')).succeed(evmUser())
    await connected
  })
  expect([live(), recent()]).toEqual([[AUTH_ID, harbor.id], []])
  expect(wallet.account()?.accounts).toMatchObject([{ address: ALICE }])
})
