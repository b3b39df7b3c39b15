import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices'

jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  // One request per second allows a burst of ten.
  services = await runServices({
    CLIENT_REQUESTS_PER_SECOND: '1',
    TRUSTED_PROXIES: '1',
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
  })
})
afterAll(() => services?.stop())

const PATHS = [
  ['GET', '/getWallets'],
  ['GET', '/public/getTokenImage/ETH'],
  ['GET', '/public/networks'],
  ['GET', '/appkit/v1/config'],
  ['GET', '/projects/v1/origins'],
  ['GET', '/getAnalyticsConfig'],
  ['POST', '/e'],
  ['POST', '/batch'],
  ['GET', '/admin/v1/projects'],
  ['POST', '/v1/'],
  ['GET', '/v1/fungible/price'],
  ['GET', '/auth/v1/nonce'],
] as const

let clients = 0
/** A new IPv4 address each time. */
function newClient() {
  clients += 1
  return `192.0.2.${clients}`
}

const asker =
  (method: string, path: string, projectId = PROJECT_ID) =>
  (client: string) =>
    fetch(`${services.url}${path}?projectId=${projectId}`, {
      method,
      headers: { 'X-Forwarded-For': `${path}, ${client}` },
    })

test.each(PATHS)(
  '%s %s: a client over its limit learns when to retry, without affecting others',
  async (method, path) => {
    const ask = asker(method, path)
    const noisy = newClient()
    for (let count = 0; count < 10; count += 1) expect((await ask(noisy)).status).not.toBe(429)
    const refused = await ask(noisy)
    const body = await refused.json()
    expect([refused.status, body]).toMatchObject([429, { error: { code: 'rate.limited' } }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(newClient())).status).not.toBe(429)
  },
)

test.each(['/v1/account/0x1/balance', '/auth/v1/nonce', '/projects/v1/origins'])(
  '%s: requests for unknown projects are limited too',
  async (path) => {
    const client = newClient()
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1) {
      statuses.push((await asker('GET', path, count.toString(16).padStart(32, 'f'))(client)).status)
    }
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(2)
  },
)

test.each([
  ['the ports of one address', (n: number) => `198.51.100.7:${40_000 + n}`],
  ['the addresses of one /64', (n: number) => `2001:db8:7::${n.toString(16)}`],
  ['brackets, ports and upper case', (n: number) => `[2001:DB8:8::${n.toString(16)}]:${40_000 + n}`],
  ['IPv4 inside IPv6', (n: number) => (n % 2 ? '198.51.100.8' : '::ffff:198.51.100.8')],
])('requests through %s count as one client', async (_, client) => {
  const ask = asker('GET', '/getWallets')
  for (let n = 0; n < 10; n += 1) expect((await ask(client(n))).status).toBe(200)
  expect((await ask(client(10))).status).toBe(429)
})

test('health checks are never refused', async () => {
  for (let count = 0; count < 30; count += 1) expect((await fetch(`${services.url}/readyz`)).status).toBe(200)
})

test("a client without a page can use a quarter of a project's limit, and the rest is left to visitors", async () => {
  const shared = await runServices({
    TRUSTED_PROXIES: '1',
    RPC_REQUESTS_PER_SECOND: '100',
    RPC_UPSTREAMS: 'eip155:1=http://127.0.0.1:1',
  })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const ask = async (client: string) => {
    const answer = await fetch(`${shared.url}/v1/?chainId=eip155:1&projectId=${PROJECT_ID}`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': client },
      body,
    })
    await answer.text()
    return answer.status
  }
  const beganAt = performance.now()
  const greedy = await Promise.all(Array.from({ length: 600 }, () => ask('198.51.100.9')))
  const visitors = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(`203.0.113.${n % 30}`)))
  // The requests fall into one time window, or into two.
  const windows = Math.ceil((performance.now() - beganAt) / 5_000)
  expect(greedy.filter((status) => status === 200).length).toBeLessThanOrEqual(125 * windows)
  expect(visitors.filter((status) => status !== 200)).toEqual([])
  expect(await shared.stop()).toBe(0)
})
