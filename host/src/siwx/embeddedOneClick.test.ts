/** @jest-environment jsdom */
import type { SIWXMessageData, SIWXSession } from '@portico/contracts'
import { ethereum, fakeAdapter, fillBrowserGaps, polygon, solana } from '@portico/contracts/testing'
import { ALICE, evmUser, SAFE_ALICE, solanaUser, testEmbedded, turns } from '../../testing/embeddedWallet.ts'
import { fakePlugIn, never } from '../../testing/site.ts'
import { memoryStorage } from '../../testing/store.ts'
import type { OneClick } from '../connections/oneClick.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { createOneClick } from './oneClick.ts'
import { createQueue, type PlugIn } from './plugIn.ts'

const neverAborted = new AbortController().signal
const EXTRA = {
  issuedAt: '2026-03-01T12:00:00.000Z',
  statement: 'I accept.',
  resources: ['https://shop.example/terms'],
}
const textOf = (address: string) => `I am ${address}`

/** A message's fields as they are sent, without its text. */
const fieldsOf = (address: string, chainId = 'eip155:1') => ({
  accountAddress: address,
  chainId,
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce: 'nonce12345',
  ...EXTRA,
})
const createMessage: PlugIn['createMessage'] = async ({ accountAddress, chainId }) => ({
  ...(fieldsOf(accountAddress, chainId) as SIWXMessageData),
  toString: () => textOf(accountAddress),
})

let wallet: ReturnType<typeof testEmbedded>
beforeAll(fillBrowserGaps)
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** A page of a site whose plug-in signs visitors in. */
function page(changes: Partial<PlugIn> = {}, storage = memoryStorage()) {
  const site = fakePlugIn({ createMessage, ...changes })
  wallet = testEmbedded({
    networks: [ethereum, polygon, solana],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    storage,
  })
  const { store, services } = wallet
  const oneClick = createOneClick({ siwx: site.plugIn, queue: createQueue(), store, track: services.track })
  Object.assign(services, { oneClick: () => oneClick as OneClick })
  return site
}

/** The visitor enters an address and a code. @returns the next request to the frame */
async function signIn() {
  const commands = await wallet.commands.embeddedWallet()
  const step = commands.connectEmail('ada@shop.example', neverAborted)
  await wallet.load()
  await (await wallet.asked('CONNECT_EMAIL')).succeed({ action: 'VERIFY_OTP' })
  await step
  const checked = commands.checkCode('123456', neverAborted)
  await (await wallet.asked('CONNECT_OTP')).succeed()
  await checked
  const connected = commands.connect(neverAborted)
  connected.catch(() => {})
  await turns(40)
  return { connected, user: await wallet.asked('GET_USER') }
}

const signed = (more: object = {}) => ({
  message: textOf(ALICE),
  signature: '0x5160',
  siwxMessage: fieldsOf(ALICE),
  ...more,
})

test("a login contains the site's message, and the session is stored before the account is announced", async () => {
  const heard: unknown[] = []
  const addSession = async (session: SIWXSession) => void heard.push([session, wallet.account()])
  page({ addSession })
  const { connected, user } = await signIn()
  expect(user.payload).toMatchObject({
    siwxMessage: { ...fieldsOf('<<AccountAddress>>'), serializedMessage: textOf('<<AccountAddress>>') },
  })
  await user.succeed(evmUser(signed()))
  await turns(40)
  await connected
  const session = { data: fieldsOf(ALICE), message: textOf(ALICE), signature: '0x5160' }
  expect(heard).toEqual([[session, undefined]])
  expect(wallet.account()).toMatchObject({ accounts: [{ address: ALICE }] })
  expect(wallet.events().slice(-2)).toEqual(['SIWX_AUTH_SUCCESS', 'CONNECT_SUCCESS'])

  // Neither the request for the other family nor a later one contains a message.
  const other = await wallet.asked('GET_USER')
  expect(other.payload).not.toHaveProperty('siwxMessage')
  await other.succeed(solanaUser())
  expect(heard).toHaveLength(1)
})

test.each<[string, object]>([
  ['no signature', {}],
  ['a text without a signature', signed({ signature: undefined })],
  ['an empty signature', signed({ signature: '' })],
  ['another text', signed({ message: textOf(SAFE_ALICE) })],
  ['fields of another account', signed({ siwxMessage: fieldsOf(SAFE_ALICE) })],
  ['another domain', signed({ siwxMessage: { ...fieldsOf(ALICE), domain: 'bank.example' } })],
  ['other resources', signed({ siwxMessage: { ...fieldsOf(ALICE), resources: [] } })],
  ['a missing field', signed({ siwxMessage: { ...fieldsOf(ALICE), statement: undefined } })],
  ['another network', { ...signed(), chainId: 137 }],
])('if the frame answers with %s, the visitor is connected without a session', async (_, answer) => {
  const { signedIn, asked } = page()
  const { connected, user } = await signIn()
  await user.succeed(evmUser(answer))
  await turns(40)
  await connected
  expect([signedIn(), asked]).toEqual([[], ['createMessage']])
})

test('a plug-in that refuses the signature does not prevent the connection', async () => {
  page({ addSession: () => Promise.reject(new Error('no')) })
  const { connected, user } = await signIn()
  await user.succeed(evmUser(signed()))
  await turns(40)
  await connected
  expect(wallet.account()).toBeDefined()
  expect(wallet.events()).not.toContain('SIWX_AUTH_SUCCESS')
})

test.each<[string, Partial<PlugIn>]>([
  ['with a signer of its own', { signMessage: async () => '0x' }],
  ['that creates no message without an address', { createMessage: () => Promise.reject(new Error('no')) }],
  [
    'whose message is too long for the frame',
    { createMessage: async (who) => ({ ...(await createMessage(who)), statement: 'a'.repeat(5_000) }) },
  ],
])('a plug-in %s signs in later, and the frame is asked only for the user', async (_, changes) => {
  page(changes)
  const { connected, user } = await signIn()
  expect(user.payload).not.toHaveProperty('siwxMessage')
  await user.succeed(evmUser())
  await connected
  expect(wallet.account()).toBeDefined()
})

test('a server that returns no nonce within five seconds does not delay the login', async () => {
  page({ createMessage: never })
  const commands = await wallet.commands.embeddedWallet()
  const connected = commands.connect(neverAborted)
  connected.catch(() => {})
  await wallet.load()
  await turns(40)
  expect(wallet.frame.names()).not.toContain('GET_USER')
  await jest.advanceTimersByTimeAsync(5_000)
  expect((await wallet.asked('GET_USER')).payload).not.toHaveProperty('siwxMessage')
})

test('if the site asks for email addresses, no message is signed with the login', async () => {
  const { asked } = page()
  const { features } = wallet.store.getState().project
  wallet.store.dispatch(
    featuresResolved({ features: { ...features, emailCapture: ['required'] }, switches: undefined, source: 'fresh' }),
  )
  await signIn()
  expect(asked).toEqual([])
})

test('a restored login requests no signature', async () => {
  const storage = memoryStorage()
  storage.write('login', { id: 'x', provider: 'email' })
  const { asked } = page({}, storage)
  const restoring = wallet.wrapped[0]?.restore('AUTH', { network: ethereum })
  await turns()
  wallet.frame.listen()
  wallet.frame.ready()
  await jest.advanceTimersByTimeAsync(600)
  await (await wallet.asked('IS_CONNECTED')).succeed({ isConnected: true })
  for (let round = 0; round < 3; round++) {
    await jest.advanceTimersByTimeAsync(600)
    const last = wallet.frame.last()
    if (last.type.endsWith('GET_USER')) break
    wallet.frame.succeed(last.type.includes('SMART') ? { smartAccountEnabledNetworks: [] } : undefined)
    await turns()
  }
  const user = await wallet.asked('GET_USER')
  expect(user.payload).not.toHaveProperty('siwxMessage')
  await user.succeed(evmUser(signed()))
  expect(await restoring).toMatchObject({ accounts: [{ address: ALICE }] })
  expect(asked).toEqual([])
})
