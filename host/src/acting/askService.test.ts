import { askService } from './askService.ts'

const PLACE = { api: 'https://services.example/', projectId: 'demo', sdkVersion: 'html-ethers-1' }

let requests: { url: URL; init: RequestInit }[] = []
let answer: () => Response | Promise<Response>
const realFetch = globalThis.fetch
beforeEach(() => {
  requests = []
  globalThis.fetch = (async (url: URL, init: RequestInit) => {
    requests.push({ url, init })
    return answer()
  }) as never
})
afterEach(() => {
  globalThis.fetch = realFetch
})

test('sends the project id, no undefined values and no cookies', async () => {
  answer = () => Response.json({ balances: [] })
  const query = { chainId: 'eip155:1', forceUpdate: undefined }
  expect(await askService(PLACE, { path: '/v1/account/0x1/balance', query })).toEqual({ balances: [] })
  const [{ url, init } = { url: undefined, init: undefined }] = requests
  expect(String(url)).toBe(
    'https://services.example/v1/account/0x1/balance?projectId=demo&st=appkit&sv=html-ethers-1&chainId=eip155%3A1',
  )
  expect([init?.method, init?.credentials]).toEqual([undefined, 'omit'])
})

test('a request with a body is a POST that needs no preflight', async () => {
  answer = () => Response.json({ ok: true })
  await askService(PLACE, { path: '/v1/fungible/price', body: { addresses: ['a'] } })
  const { method, headers, body } = requests[0]?.init ?? {}
  expect([method, headers, body]).toEqual([
    'POST',
    { 'Content-Type': 'text/plain' },
    `{"addresses":["a"],"projectId":"${PLACE.projectId}"}`,
  ])
})

test('the error for a refused request contains the status and the reason', async () => {
  const refusal = { reasons: [{ description: 'insufficient liquidity' }], error: { code: 'convert.noRoute' } }
  answer = () => Response.json(refusal, { status: 400 })
  await expect(askService(PLACE, { path: '/v1/convert/quotes' })).rejects.toMatchObject({
    code: 'service.status',
    details: { status: 400, reason: 'insufficient liquidity', code: 'convert.noRoute' },
  })
})

test('the error for a refused payment contains the reason of services.md §9.3', async () => {
  const reasons = [{ field: 'payments.noRoute', description: 'insufficient liquidity' }]
  answer = () => Response.json({ error: 'insufficient liquidity', code: 'payments.noRoute', reasons }, { status: 400 })
  await expect(askService(PLACE, { path: '/appkit/v1/transfers/quote' })).rejects.toMatchObject({
    details: { status: 400, reason: 'insufficient liquidity', code: 'payments.noRoute' },
  })
})

test.each([
  ['invalid JSON', () => new Response('<html>'), 'service.invalidAnswer'],
  ['an oversized response', () => new Response(`"${'x'.repeat(4_000_001)}"`), 'service.invalidAnswer'],
  ['a failed request', () => Promise.reject(new TypeError('Failed to fetch')), 'service.unreachable'],
])('%s leads to the matching error', async (_, given, code) => {
  answer = given
  await expect(askService(PLACE, { path: '/v1/x' })).rejects.toMatchObject({ code })
})

test('an aborted request rejects with the reason of the abort', async () => {
  const life = new AbortController()
  answer = () => {
    life.abort(new Error('left'))
    throw life.signal.reason
  }
  await expect(askService(PLACE, { path: '/v1/x' }, life.signal)).rejects.toThrow('left')
})
