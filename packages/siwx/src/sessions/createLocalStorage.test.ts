/** @jest-environment jsdom */
import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { breakStorage } from '../../testing/storage.ts'
import { createLocalStorage, STORAGE_KEY } from './createLocalStorage.ts'

const ADA = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const session = (accountAddress: string, chainId: CaipNetworkId, nonce = '12345678', more = {}): SIWXSession => ({
  data: { accountAddress, chainId, nonce, domain: 'shop.example', uri: 'https://shop.example/', version: '1', ...more },
  message: `text ${nonce}`,
  signature: '0x12',
})

beforeEach(() => localStorage.clear())
afterEach(() => {
  jest.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'locks')
})

test('stored sessions are restored at the next visit', async () => {
  await createLocalStorage().add(session(ADA, 'eip155:1'))
  expect(await createLocalStorage().get('eip155:1', ADA)).toEqual([session(ADA, 'eip155:1')])
  expect(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')).toEqual({ v: 1, data: [session(ADA, 'eip155:1')] })
})

test('a session is found by network and address, in any valid case', async () => {
  const storage = createLocalStorage()
  await storage.set([session(ADA, 'eip155:1'), session(ADA, 'eip155:10'), session(BOB, 'eip155:1')])
  expect(await storage.get('eip155:1', ADA.toLowerCase())).toEqual([session(ADA, 'eip155:1')])
  await storage.set([session('Ada', 'solana:a')])
  expect(await storage.get('solana:a', 'ada')).toEqual([])
})

test('signing out on one network keeps all other accounts signed in', async () => {
  const storage = createLocalStorage()
  await storage.set([session(ADA, 'eip155:1'), session(ADA, 'eip155:10'), session(BOB, 'eip155:1')])
  await storage.delete('eip155:1', ADA.toUpperCase().replace('X', 'x'))
  expect(await storage.get('eip155:1', ADA)).toEqual([])
  expect(await storage.get('eip155:10', ADA)).toHaveLength(1)
  expect(await storage.get('eip155:1', BOB)).toHaveLength(1)
})

test("an account's different sessions are all kept, and identical sessions are stored once", async () => {
  const storage = createLocalStorage()
  await storage.add(session(ADA, 'eip155:1'))
  await storage.add(session(ADA, 'eip155:1', 'other123'))
  await storage.add(session(ADA, 'eip155:1'))
  expect(await storage.get('eip155:1', ADA)).toHaveLength(2)
  await storage.remove?.(session(ADA, 'eip155:1', 'other123'))
  expect(await storage.get('eip155:1', ADA)).toEqual([session(ADA, 'eip155:1')])
})

test('expired sessions do not pile up', async () => {
  const storage = createLocalStorage()
  await storage.add(session(ADA, 'eip155:1', 'expired1', { expirationTime: '2020-01-01T00:00:00.000Z' }))
  await storage.add(session(BOB, 'eip155:1'))
  expect(localStorage.getItem(STORAGE_KEY)).not.toContain('expired1')
})

test('two tabs that sign in at the same time both stay signed in', async () => {
  const [one, other] = [createLocalStorage(), createLocalStorage()]
  await Promise.all([one.add(session(ADA, 'eip155:1')), other.add(session(BOB, 'eip155:1'))])
  expect(await one.get('eip155:1', BOB)).toHaveLength(1)
  expect(await other.get('eip155:1', ADA)).toHaveLength(1)
  await other.set([])
  expect(await one.get('eip155:1', ADA)).toEqual([])
})

test.each([
  ['grants', async (_: string, step: () => void) => step()],
  ['refuses', () => Promise.reject(new DOMException('No.', 'SecurityError'))],
])('a session is stored once if the browser %s the lock', async (_, request) => {
  const requested = jest.fn(request)
  Object.defineProperty(navigator, 'locks', { value: { request: requested }, configurable: true })
  await createLocalStorage().add(session(ADA, 'eip155:1'))
  expect(requested).toHaveBeenCalledTimes(1)
  expect(await createLocalStorage().get('eip155:1', ADA)).toHaveLength(1)
})

test.each(['blocked', 'full'] as const)(
  'if storage is %s, a visitor stays signed in until the page is left',
  async (how) => {
    breakStorage(how)
    const storage = createLocalStorage()
    await storage.add(session(ADA, 'eip155:1'))
    expect(await storage.get('eip155:1', ADA)).toHaveLength(1)
    await storage.delete('eip155:1', ADA)
    expect(await storage.get('eip155:1', ADA)).toEqual([])
  },
)

test('when storage is full, visitors stay signed in, and a visitor who signs out stays signed out', async () => {
  await createLocalStorage().add(session(ADA, 'eip155:1'))
  breakStorage('full')
  const storage = createLocalStorage()
  await storage.add(session(BOB, 'eip155:1'))
  expect(await storage.get('eip155:1', ADA)).toHaveLength(1)
  expect(await createLocalStorage().get('eip155:1', ADA)).toHaveLength(1)
  await storage.set([])
  expect(await createLocalStorage().get('eip155:1', ADA)).toEqual([])
})

test.each(['', '{', 'null', '[]', '{"v":1}', '{"v":1,"data":{}}', '{"v":1,"data":[null,{"data":{}}]}'])(
  'an invalid list of sessions counts as empty: %s',
  async (text) => {
    localStorage.setItem(STORAGE_KEY, text)
    const storage = createLocalStorage()
    expect(await storage.get('eip155:1', ADA)).toEqual([])
    await storage.add(session(ADA, 'eip155:1'))
    expect(await createLocalStorage().get('eip155:1', ADA)).toHaveLength(1)
  },
)

test('an unreadable session does not affect the others', async () => {
  const data = [{ ...session(BOB, 'eip155:1'), signature: 1 }, session(ADA, 'eip155:1')]
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ v: 1, data }))
  expect(await createLocalStorage().get('eip155:1', ADA)).toHaveLength(1)
})

test('data stored by a newer release is left alone', async () => {
  const newer = JSON.stringify({ v: 2, data: 'something else' })
  localStorage.setItem(STORAGE_KEY, newer)
  const storage = createLocalStorage()
  await storage.add(session(ADA, 'eip155:1'))
  expect(await storage.get('eip155:1', ADA)).toHaveLength(1)
  await storage.set([])
  expect(await storage.get('eip155:1', ADA)).toEqual([])
  expect(localStorage.getItem(STORAGE_KEY)).toBe(newer)
})

test('a session keeps its capability object', async () => {
  const cacao = { h: { t: 'caip122' }, p: { iss: 'did:pkh:eip155:1:0x' }, s: { t: 'eip191', s: '0x' } }
  await createLocalStorage().add({ ...session(ADA, 'eip155:1'), cacao: cacao as unknown as SIWXSession['cacao'] })
  expect(await createLocalStorage().get('eip155:1', ADA)).toEqual([expect.objectContaining({ cacao })])
})
