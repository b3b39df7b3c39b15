import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CurrencyList, NetworkList, TokenList } from '@portico/contracts/services/publicLists'
import { WalletList } from '@portico/contracts/services/wallets'
import { parse } from 'valibot'
import { type RunningServices, runServices } from '../../services/testing/runServices'

const LOGOS = mkdtempSync(join(tmpdir(), 'portico-logos-'))
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Another registry, with an image at each address. The unit tests show that no other registry is used by default. */
const elsewhere = createServer((request, response) => {
  const isKnown = /\/(elsewhere|00000000-0000-0000-0000-000000000001|xyz)\?key=1$/.test(request.url ?? '')
  if (isKnown) response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG)
  else response.writeHead(404).end()
})

jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  services = await runServices({ WALLET_LOGO_DIR: LOGOS, IMAGE_UPSTREAM: `http://127.0.0.1:${port}/?key=1` })
})
afterAll(async () => {
  await services?.stop()
  elsewhere.close()
  rmSync(LOGOS, { recursive: true })
})

const get = (path: string, init?: RequestInit) => fetch(`${services.url}${path}`, init)

const SVG_HEADERS = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'content-type': 'image/svg+xml',
  'cross-origin-resource-policy': 'cross-origin',
  etag: expect.stringMatching(/^"[^"]+"$/),
  'x-content-type-options': 'nosniff',
}

async function imageIdOf(search: string) {
  const { data } = parse(WalletList, await (await get(`/getWallets?entries=1&search=${search}`)).json())
  return data[0]?.image_id ?? ''
}

test('a visitor sees an icon until the logo has loaded, and then the logo', async () => {
  const path = `/getWalletImage/${await imageIdOf('metamask')}?projectId=1&st=appkit&sv=html-wagmi-1.7.19`
  const icon = await get(path)
  expect(Object.fromEntries(icon.headers)).toMatchObject({ ...SVG_HEADERS, 'cache-control': 'public, max-age=86400' })
  writeFileSync(join(LOGOS, 'io.metamask.webp'), 'RIFF....WEBP')
  const logo = await get(path, { headers: { 'If-None-Match': icon.headers.get('etag') ?? '' } })
  expect(logo.status).toBe(200)
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  })
  expect(await logo.text()).toBe('RIFF....WEBP')
  const again = await get(path, { headers: { 'If-None-Match': logo.headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=86400'])
})

test('a monogram is not cached for long: a logo may replace it', async () => {
  const monogram = await get(`/getWalletImage/${await imageIdOf('wali')}`)
  expect(Object.fromEntries(monogram.headers)).toMatchObject({ ...SVG_HEADERS, 'cache-control': 'public, max-age=300' })
  expect(await monogram.text()).toContain('>WW</text>')
})

test.each([
  ['Coinbase', '0c2840c3-5b04-4c44-9661-fbd4b49e1800'],
  ['Base Account', 'bba2c8be-7fd1-463e-42b1-796ecb0ad200'],
  ['Safe', '461db637-8616-43ce-035a-d89b8a1d5800'],
  ['Ledger', '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300'],
  ['WalletConnect', 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400'],
  ['Browser Wallet', '07ba87ed-43aa-4adf-4540-9e6a2b9cae00'],
])('the connector %s has an image (services.md §17.1)', async (_, id) => {
  const answer = await get(`/public/getAssetImage/${id}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject(SVG_HEADERS)
  expect(await answer.text()).toMatch(/^<svg [\s\S]+<\/svg>\s*$/)
})

test('every network that clients know by an image id has its image, except Evmos (services.md §17.3)', async () => {
  const { data } = parse(NetworkList, await (await get('/public/networks')).json())
  const ids = new Set(data.flatMap(({ image_id }) => (image_id ? [image_id] : [])))
  const TON_AND_TRON = ['20f673c0-095e-49b2-07cf-eb5049dcf600', '3502bb86-cc4e-420f-a387-59ea63a28b00']
  const missing: string[] = []
  for (const id of [...ids, ...TON_AND_TRON]) {
    const { ok } = await get(`/public/getAssetImage/${id}`)
    if (!ok) missing.push(id)
  }
  expect(ids.size).toBeGreaterThan(30)
  expect(missing).toEqual(['f926ff41-260d-4028-635e-91913fc28e00'])
})

test.each(['USDC', 'ETH', 'sol', 'WBTC', 'DAI', 'POL'])('the token %s has an image', async (symbol) => {
  const answer = await get(`/public/getTokenImage/${symbol}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({ ...SVG_HEADERS, 'cache-control': 'public, max-age=86400' })
})

test('every token and native currency that the registry lists has an image', async () => {
  const networks = parse(NetworkList, await (await get('/public/networks')).json())
  const symbols = new Set(networks.data.map(({ native_currency }) => native_currency.symbol))
  for (const chainId of ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']) {
    const { data } = parse(TokenList, await (await get(`/public/tokens?chainId=${chainId}`)).json())
    for (const { symbol } of data) symbols.add(symbol)
  }
  const answers = await Promise.all(
    [...symbols].map(async (symbol) => {
      const { ok } = await get(`/public/getTokenImage/${encodeURIComponent(symbol)}`)
      return { symbol, ok }
    }),
  )
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
})

test.each(['USD', 'us', 'EUR', 'EU', 'GBP', 'gb'])(
  "a visitor paying with %s sees the currency's sign",
  async (code) => {
    const answer = await get(`/public/getCurrencyImage/${code}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...SVG_HEADERS,
      'cache-control': 'public, max-age=86400',
    })
    expect(await answer.text()).toMatch(/>[$€£]<\/text>/)
  },
)

test.each([
  '/getWalletImage/00000000-0000-0000-0000-000000000000',
  '/getWalletImage/constructor',
  '/getWalletImage/..%2F..%2Fpackage.json',
  '/getWalletImage/io.metamask',
  '/public/getAssetImage/ethereum',
  '/public/getCurrencyImage/XXX',
  '/public/getCurrencyImage/__proto__',
  '/public/getTokenImage/no such token',
  '/public/getTokenImage/..%2FUSDC',
])('%s is not found', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ error: { code: 'image.unknown', message: expect.any(String) } })
})

test.each([
  '/getWalletImage/00000000-0000-0000-0000-000000000001',
  '/public/getAssetImage/elsewhere',
  '/public/getTokenImage/elsewhere',
  '/public/getCurrencyImage/xyz',
])('an operator who names another registry also gets its images: %s', async (path) => {
  const answer = await get(path)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
})

describe('the built-in lists', () => {
  test.each([
    ['/public/networks', NetworkList],
    ['/public/tokens?chainId=eip155:1', TokenList],
    ['/public/currencies', CurrencyList],
  ])('%s matches its schema, is cached for an hour and not loaded again', async (path, schema) => {
    const answer = await get(path, { headers: { Origin: 'https://shop.example' } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'content-type': 'application/json',
    })
    const body = (await answer.json()) as { data: unknown[] }
    expect(parse(schema, body)).toEqual(body)
    expect(body.data.length).toBeGreaterThan(2)
    const tag = answer.headers.get('etag') ?? ''
    expect((await get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  test('tokens are those of the requested network; a network without tokens has an empty list', async () => {
    const { data } = parse(TokenList, await (await get('/public/tokens?chainId=eip155:10')).json())
    expect(new Set(data.map(({ caip2 }) => caip2))).toEqual(new Set(['eip155:10']))
    expect(await (await get('/public/tokens?chainId=eip155:31337')).json()).toEqual({ data: [] })
  })

  test.each(['', '?chainId=', '?chainId=1', '?chainId=eip155', '?chainId=eip155:1,eip155:10'])(
    'a request for the tokens of "%s" gets an error that says what is wrong',
    async (query) => {
      const answer = await get(`/public/tokens${query}`)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: { code: 'request.invalid', message: expect.stringContaining('chainId') },
      })
    },
  )
})
