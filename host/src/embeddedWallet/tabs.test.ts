/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, polygon, solana } from '@portico/contracts/testing'
import { ALICE, evmUser, SAFE_ALICE, testEmbedded, turns } from '../../testing/embeddedWallet.ts'
import { createStorage } from '../storage.ts'

/** Another tab of the same site. This tab sees what the other tab writes to the storage. */

let wallet: ReturnType<typeof testEmbedded>
beforeAll(fillBrowserGaps)
beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

async function signedIn() {
  const storage = createStorage('shop')
  wallet = testEmbedded({
    networks: [ethereum, polygon, solana],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    storage,
    hasSolana: false,
  })
  const connecting = wallet.connect()
  await wallet.load()
  await (await wallet.asked('GET_USER')).succeed(evmUser())
  await connecting
  const userRequests = () => wallet.frame.names().filter((name) => name === 'GET_USER').length
  return { other: createStorage('shop'), userRequests, storage }
}

test('if the same visitor signs in again in another tab, this page stays connected', async () => {
  const { other, userRequests } = await signedIn()
  other.write('login', { id: 'another', provider: 'email' })
  const user = await wallet.asked('GET_USER')
  expect(userRequests()).toBe(2)
  await user.succeed(evmUser())
  expect(wallet.account()).toMatchObject({ accounts: [{ address: ALICE }] })
  // This is now the login in both tabs.
  other.write('login', { id: 'another', provider: 'email', email: 'ada@shop.example' })
  await turns()
  expect(userRequests()).toBe(2)
})

test('when someone else signs in in another tab, this page switches to that person', async () => {
  const { other } = await signedIn()
  other.write('login', { id: 'another', provider: 'google' })
  await (await wallet.asked('GET_USER')).succeed(evmUser({ address: SAFE_ALICE }))
  expect(wallet.account()).toMatchObject({ accounts: [{ address: SAFE_ALICE }] })
})

test('if the frame cannot say who has signed in in another tab, this page is disconnected', async () => {
  const { other } = await signedIn()
  other.write('login', { id: 'another', provider: 'email' })
  await (await wallet.asked('GET_USER')).fail()
  expect(wallet.account()).toBeUndefined()
  expect(other.read('login')?.id).toBe('another')
})

test('when this page writes its own login, no request is sent', async () => {
  const { userRequests, storage } = await signedIn()
  storage.write('login', { ...storage.read('login'), lastEmailLoginAt: 1 })
  await turns()
  expect(userRequests()).toBe(1)
})
