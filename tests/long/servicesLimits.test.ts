import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices'

jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  // Ten at once.
  services = await runServices({ CLIENT_REQUESTS_PER_SECOND: '1', TRUSTED_PROXIES: '1' })
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
] as const

test.each(PATHS)(
  '%s %s: who asks too often is told when to come back, and nobody else notices',
  async (method, path) => {
    const ask = (client: string) =>
      fetch(`${services.url}${path}?projectId=${PROJECT_ID}`, {
        method,
        headers: { 'X-Forwarded-For': `${path}, ${client}` },
      })
    const noisy = `noisy-${path}`
    for (let count = 0; count < 10; count += 1) expect((await ask(noisy)).status).not.toBe(429)
    const refused = await ask(noisy)
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'rate.limited' } }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(`quiet-${path}`)).status).not.toBe(429)
  },
)

test('who supervises the process is never refused', async () => {
  for (let count = 0; count < 30; count += 1) expect((await fetch(`${services.url}/readyz`)).status).toBe(200)
})
