import { framedPage, INFO, SAFE_ADDRESS, SAFE_ORIGIN } from '../../../../testing/safeInterface.ts'
import { findSafe } from './findSafe.ts'

const OTHER = 'https://elsewhere.example'
let life: AbortController

beforeEach(() => {
  jest.useFakeTimers()
  life = new AbortController()
})
afterEach(() => {
  life.abort()
  jest.useRealTimers()
})

const safe = { getSafeInfo: () => INFO }

/** The result, once the time-out for responses has passed. */
async function found(page: Window, origins = [SAFE_ORIGIN]) {
  const finding = findSafe(page, origins, life.signal)
  await jest.advanceTimersByTimeAsync(10_000)
  return finding
}

test("a page inside a Safe's interface finds that Safe", async () => {
  const { page, questions } = framedPage(safe)
  const { connector, provider } = (await found(page)) ?? {}
  expect(connector).toEqual({ id: 'safe', name: 'Safe', type: 'EXTERNAL', namespace: 'eip155' })
  expect(await provider?.request({ method: 'eth_accounts' })).toEqual([SAFE_ADDRESS])
  expect(questions).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      method: 'getSafeInfo',
      params: undefined,
      env: { sdkVersion: '9.1.0' },
    },
  ])
})

test('an interface that is still loading gets a second request', async () => {
  let times = 0
  const { page } = framedPage({ getSafeInfo: () => (++times > 3 ? INFO : undefined) })
  expect(await found(page)).toBeDefined()
})

test('if the browser does not name the parent, each allowed origin is asked, but never all windows', async () => {
  const { page, targets } = framedPage(safe)
  expect(await found(page, [OTHER, SAFE_ORIGIN])).toBeDefined()
  expect(new Set(targets)).toEqual(new Set([OTHER, SAFE_ORIGIN]))
})

test('a parent of a foreign origin is not asked if the browser names it', async () => {
  const { page, targets } = framedPage(safe, { origin: OTHER, ancestorOrigins: [OTHER, SAFE_ORIGIN] })
  expect(await found(page)).toBeUndefined()
  expect(targets).toEqual([])
})

test('once an origin has answered, only that origin gets messages', async () => {
  const { page, targets } = framedPage({ ...safe, rpcCall: () => '0x1' })
  const { provider } = (await found(page, [OTHER, SAFE_ORIGIN])) ?? {}
  targets.length = 0
  expect(await provider?.request({ method: 'eth_blockNumber' })).toBe('0x1')
  expect(targets).toEqual([SAFE_ORIGIN])
})

test('a page that is not framed does not look for a Safe', async () => {
  const { page, targets } = framedPage(safe)
  Object.assign(page, { parent: page })
  expect(await found(page)).toBeUndefined()
  expect(targets).toEqual([])
})

test.each<[string, object]>([
  ['another window', { source: {} }],
  ['another origin', { origin: OTHER }],
  ['an origin that only looks alike', { origin: `${SAFE_ORIGIN}.example` }],
  ['no origin', { origin: 'null' }],
])('a response of %s is ignored', async (_, from) => {
  const { page, questions, post } = framedPage({})
  const finding = findSafe(page, [SAFE_ORIGIN], life.signal)
  post({ id: questions[0]?.id, success: true, data: INFO }, from)
  await jest.advanceTimersByTimeAsync(10_000)
  expect(await finding).toBeUndefined()
})

test.each<[string, unknown]>([
  ['null', null],
  ['an invalid address', { ...INFO, safeAddress: '<b>0x</b>' }],
  ['no address', { chainId: 1 }],
  ['an invalid network', { ...INFO, chainId: '0x1' }],
  ['a negative network id', { ...INFO, chainId: -1 }],
  ['a text', 'safe'],
])('an interface that answers with %s is not a Safe', async (_, data) => {
  expect(await found(framedPage({ getSafeInfo: () => data }).page)).toBeUndefined()
})

test('unrelated messages are ignored', async () => {
  const { page, questions, post } = framedPage({})
  const finding = findSafe(page, [SAFE_ORIGIN], life.signal)
  const [{ id } = { id: '' }] = questions
  for (const noise of [
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { id },
    { id, success: 'yes', data: INFO },
    { success: true },
  ]) {
    post(noise)
  }
  post({ id, success: true, data: INFO })
  expect(await finding).toBeDefined()
})

test('a parent that does not respond is not a Safe, and is not asked forever', async () => {
  const { page, questions } = framedPage({})
  expect(await found(page)).toBeUndefined()
  const { length } = questions
  await jest.advanceTimersByTimeAsync(60_000)
  expect(questions).toHaveLength(length)
})

test('disposing of the modal stops the search at once', async () => {
  const { page } = framedPage({})
  const finding = findSafe(page, [SAFE_ORIGIN], life.signal)
  life.abort()
  expect(await finding).toBeUndefined()
  expect(jest.getTimerCount()).toBe(0)
})
