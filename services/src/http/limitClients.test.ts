import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../log.ts'
import { createApp } from './createApp.ts'
import { createListener } from './createListener.ts'
import type { ClientOptions } from './environment.ts'
import { ServiceError } from './errors.ts'

const log = createLog('error', () => {})
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server that allows each client ten requests. */
async function serve(options: Partial<ClientOptions> = {}) {
  const app = createApp(log, { clients: { requestsPerSecond: 1, trustedProxies: 0, ...options } })
    .get('/getWallets', (c) => c.json({}))
    .get('/v1/account/:address/balance', (c) => c.json({}))
    .post('/v1/profile/account', (c) => c.json({}))
    .get('/v1/ofNoProject', () => {
      throw new ServiceError('project.unknown')
    })
    .get('/healthz', (c) => c.json({}))
  const server = createServer(createListener(app, log))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return (path = '/getWallets', forwarded = '', method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Origin: 'https://shop.example', ...(forwarded && { 'X-Forwarded-For': forwarded }) },
    })
}

async function times(count: number, ask: () => Promise<Response>) {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await ask()).status)
  return statuses
}
const ALL = Array(10).fill(200)

test('a client over its limit gets a retry time, which its page can read', async () => {
  const ask = await serve()
  expect(await times(10, ask)).toEqual(ALL)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: { code: 'rate.limited', message: expect.any(String) } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After')
})

test('all requests of a client count together, including those for unknown paths', async () => {
  const ask = await serve()
  await times(4, () => ask())
  await times(6, () => ask('/nothing'))
  for (const path of ['/getWallets', '/nothing']) expect((await ask(path)).status).toBe(429)
})

test('registering a name costs a hundred requests, but a client can always afford one name', async () => {
  const register = (ask: Awaited<ReturnType<typeof serve>>) => () => ask('/v1/profile/account', '', 'POST')
  expect(await times(3, register(await serve({ requestsPerSecond: 20 })))).toEqual([200, 200, 429])
  expect(await times(2, register(await serve()))).toEqual([200, 429])
})

test('requests charged to a project also count against the client’s limit, but health checks do not', async () => {
  const ask = await serve()
  expect(await times(12, () => ask('/healthz'))).not.toContain(429)
  expect(await times(10, () => ask('/v1/account/0x1/balance'))).toEqual(ALL)
  for (const path of ['/getWallets', '/v1/account/0x1/balance', '/auth/v1/nonce', '/v1/']) {
    expect((await ask(path)).status).toBe(429)
  }
})

test('a request with an unknown project costs ten times as much as other requests', async () => {
  const ask = await serve({ requestsPerSecond: 2 })
  expect(await times(3, () => ask('/v1/ofNoProject'))).toEqual([404, 404, 429])
})

test.each([
  ['an address with and without a port', ['192.0.2.1', '192.0.2.1:1234', '192.0.2.1:5678']],
  ['the same address in IPv6', ['192.0.2.1', '::ffff:192.0.2.1', '[::ffff:c000:201]:80']],
  ['the addresses of one /64', ['2001:db8::1', '[2001:db8::2]', '[2001:DB8:0:0:3::1]:443']],
  ['made-up names', ['unknown', '_hidden', 'me']],
])('%s count as one client', async (_, spellings) => {
  const ask = await serve({ trustedProxies: 1 })
  let n = 0
  const statuses = await times(11, () => ask('/getWallets', spellings[n++ % spellings.length]))
  expect(statuses).toEqual([...ALL, 429])
})

test('clients behind a trusted proxy do not use up each other’s limits', async () => {
  const ask = await serve({ trustedProxies: 1 })
  expect(await times(11, () => ask('/getWallets', '192.0.2.1'))).toEqual([...ALL, 429])
  expect((await ask('/getWallets', '192.0.2.2')).status).toBe(200)
  // Entries further left were written by the client itself.
  expect((await ask('/getWallets', '192.0.2.3, 192.0.2.1')).status).toBe(429)
})

test('if no proxy is trusted, a client cannot pretend to be another one', async () => {
  const ask = await serve()
  let n = 0
  const statuses = await times(11, () => {
    n += 1
    return ask('/getWallets', `192.0.2.${n}`)
  })
  expect(statuses).toEqual([...ALL, 429])
})
