import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Wallet, WalletId, WalletList } from '@portico/contracts/services/wallets'
import { array, assert as assertSchema, object, parse, strictObject } from 'valibot'
import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices'

jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  services = await runServices()
})
afterAll(() => services?.stop())

const SDK = `projectId=${PROJECT_ID}&st=appkit&sv=react-wagmi-1.7.19`

const ask = (parameters: Readonly<Record<string, string>> = {}, init?: RequestInit) =>
  fetch(`${services.url}/getWallets?${SDK}&${new URLSearchParams(parameters)}`, init)

async function list(parameters: Readonly<Record<string, string>> = {}): Promise<WalletList> {
  const answer = await ask(parameters)
  expect(answer.status).toBe(200)
  return parse(WalletList, await answer.json())
}

const namesOf = ({ data }: WalletList) => data.map(({ name }) => name)
const idsOf = ({ data }: WalletList) => data.map(({ id }) => id)

/** The fields of services.md §4.1. */
const DOCUMENTED = [
  'id',
  'name',
  'badge_type',
  'chains',
  'homepage',
  'image_id',
  'order',
  'link_mode',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
  'rdns',
  'injected',
  'supports_wc',
]

test('every wallet matches its schema, with documented fields only', async () => {
  const raw: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const body = (await (await ask({ page: `${page}`, entries: '100' })).json()) as { data: typeof raw; count: number }
    raw.push(...body.data)
    if (body.data.length < 100) {
      expect(raw).toHaveLength(body.count)
      break
    }
  }
  expect(raw.length).toBeGreaterThan(500)
  const fields = new Set(raw.flatMap((wallet) => Object.keys(wallet)))
  expect([...fields].filter((field) => !DOCUMENTED.includes(field))).toEqual([])
  const { data } = parse(WalletList, { data: raw, count: raw.length })
  // The parser adds null for absent fields.
  const known = (wallet: object) => Object.fromEntries(Object.entries(wallet).filter(([, value]) => value != null))
  expect(data.map(known)).toEqual(raw)
  expect(new Set(data.map(({ id }) => id)).size).toBe(raw.length)
  const orders = data.map(({ order = Number.NaN }) => order)
  expect([...orders].sort((a, b) => a - b)).toEqual(orders)
})

test('the answer has exactly the fields of its schema', async () => {
  const body: unknown = await (await ask({ entries: '1' })).json()
  assertSchema(strictObject({ data: array(object({ id: WalletId })), count: WalletList.entries.count }), body)
})

describe('a visitor of a site', () => {
  const ETHEREUM = 'eip155:1'
  const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

  test('sees four suitable recommended wallets, without those that the site excludes', async () => {
    const first = await list({ page: '1', entries: '4', chains: ETHEREUM })
    expect(first.data).toHaveLength(4)
    const [featured = ''] = idsOf(first)
    const second = await list({ page: '1', entries: '4', chains: ETHEREUM, exclude: featured })
    expect(idsOf(second).slice(0, 3)).toEqual(idsOf(first).slice(1))
    expect(second.count).toBe(first.count - 1)
  })

  test('gets these four wallets in less than 4 kB, so that they arrive with the list', async () => {
    for (const chains of [ETHEREUM, 'eip155:31337,eip155:31338', `${ETHEREUM},eip155:10,${SOLANA}`, SOLANA, BITCOIN]) {
      for (const page of ['1', '2', '3']) {
        const body = await (await ask({ page, entries: '4', chains })).arrayBuffer()
        expect(body.byteLength).toBeLessThan(4_000)
      }
    }
  })

  test('pages through all wallets without duplicates', async () => {
    const seen: string[] = []
    const { count } = await list({ chains: ETHEREUM })
    for (let page = 1; seen.length < count; page++) {
      const ids = idsOf(await list({ page: `${page}`, entries: '40', chains: ETHEREUM }))
      expect(ids.length).toBeGreaterThan(0)
      seen.push(...ids)
    }
    expect(new Set(seen).size).toBe(count)
  })

  test('finds a wallet by one letter, by a part of its name, and by its reverse-DNS name', async () => {
    expect(namesOf(await list({ search: 'm', entries: '100' }))[0]).toMatch(/^m/i)
    expect(namesOf(await list({ search: ' mEtAmA ' }))[0]).toBe('MetaMask')
    expect(namesOf(await list({ search: 'io.metamask' }))).toEqual(['MetaMask'])
    expect((await list({ search: 'no wallet is called so' })).data).toEqual([])
  })

  test('finds the wallets that the site names, by any of their ids', async () => {
    const [metamask, trust] = ['metamask', 'trust wallet'].map(
      async (search) => (await list({ search })).data[0]?.id ?? '',
    )
    const include = [await trust, await metamask, 'f'.repeat(64)].join()
    expect(namesOf(await list({ include, entries: '3' }))).toEqual(['MetaMask', 'Trust Wallet'])
    const former = '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25'
    expect(namesOf(await list({ include: former }))).toEqual(['Binance Wallet'])
    expect(namesOf(await list({ exclude: former, entries: '1' }))).toEqual(['MetaMask'])
  })

  test("whose wallet announced itself sees the wallet's registry entry", async () => {
    const ranks = await list({ badge: 'certified', entries: '20', names: 'Rainbow', rdns: 'io.metamask,com.nobody' })
    expect(namesOf(ranks)).toEqual(['MetaMask', 'Rainbow'])
    expect(ranks.data.every(({ badge_type }: Wallet) => badge_type === 'certified')).toBe(true)
  })
})

test('empty parameters are treated like missing ones', async () => {
  const empty = { page: '', entries: '', search: '', include: '', exclude: '', chains: '', badge_type: '', sort: '' }
  const bare = await (await fetch(`${services.url}/getWallets`)).json()
  expect(await (await ask(empty)).json()).toEqual(bare)
  expect((bare as WalletList).data).toHaveLength(40)
})

test('more than a hundred wallets are not sent at once', async () => {
  expect((await list({ entries: '5000' })).data).toHaveLength(100)
})

test('any site reads the list without a preflight, and caches it for five minutes', async () => {
  const answer = await ask({ entries: '4' }, { headers: { Origin: 'https://shop.example' } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'content-type': 'application/json',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[^"]+"$/),
    'x-content-type-options': 'nosniff',
  })
  const tag = answer.headers.get('etag') ?? ''
  const again = await ask({ entries: '4' }, { headers: { 'If-None-Match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask({ entries: '5' }, { headers: { 'If-None-Match': tag } })).status).toBe(200)
})

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', '1e3'],
  ['page', '9'.repeat(30)],
  ['page', 'first'],
  ['entries', '0'],
  ['entries', 'all'],
  ['search', 'x'.repeat(101)],
  ['chains', '1'],
  ['chains', 'eip155'],
  ['chains', 'eip155:1,'],
  ['chains', 'eip155:1;solana:1'],
  ['badge_type', 'gold'],
  ['badge', 'CERTIFIED'],
  ['include_pay_only', 'false'],
  ['sort', 'price'],
])('a request with %s=%s gets an error that says so', async (name, value) => {
  const answer = await ask({ [name]: value })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    error: { code: 'request.invalid', message: expect.stringContaining(`: ${name}: must `) },
  })
})

test('the size check measures the answer that a site on Ethereum gets', async () => {
  const weighed = readFileSync(join(import.meta.dirname, '../architecture/answers/wallets.json'), 'utf8')
  expect(JSON.parse(weighed)).toEqual(await (await ask({ page: '1', entries: '4', chains: 'eip155:1' })).json())
})
