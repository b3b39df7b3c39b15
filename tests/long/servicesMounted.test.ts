import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { connectRelay } from '../../services/testing/relayClient'
import {
  PROJECT_ID,
  type RunningServices,
  runServices,
  spawnServices,
  TOKENS,
} from '../../services/testing/runServices'

jest.setTimeout(60_000)

let services: RunningServices
afterEach(() => services?.stop())

const HEADERS = { Authorization: `Bearer ${TOKENS.all}` }
const PROJECT = `projectId=${PROJECT_ID}`

/** One endpoint of each service, and its response when the service is mounted. */
const ADDRESSES: readonly [service: string, path: string, status: number, init?: RequestInit][] = [
  ['projectConfig', `/appkit/v1/config?${PROJECT}`, 200],
  ['projectConfig', `/projects/v1/origins?${PROJECT}`, 200],
  ['projectConfig', `/admin/v1/projects/${PROJECT_ID}`, 200, { headers: HEADERS }],
  ['walletRegistry', `/getWallets?${PROJECT}`, 200],
  ['jsonRpc', `/v1/?${PROJECT}`, 400, { method: 'POST' }],
  ['blockchainApi', '/v1/supported-chains', 200],
  ['blockchainApi', `/v1/identity/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266?${PROJECT}`, 200],
  ['relay', '/relay', 426],
  ['analytics', `/getAnalyticsConfig?${PROJECT}`, 200],
  ['auth', `/auth/v1/me?${PROJECT}`, 503],
  ['login', '/login/v1/keys', 503],
]

test.each([
  'projectConfig',
  'walletRegistry',
  'jsonRpc',
  'blockchainApi',
  'relay',
  'analytics',
  'auth',
  'login',
  'analytics, projectConfig,analytics',
])('with SERVICES=%s, only these are mounted, and health lists them', async (list) => {
  services = await runServices({ SERVICES: list })
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${services.url}${path}`)).status).toBe(200)
  for (const [service, path, status, init] of ADDRESSES) {
    const answer = await fetch(`${services.url}${path}`, init)
    const isThere = list.includes(service)
    expect([path, answer.status]).toEqual([path, isThere ? status : 404])
    const text = await answer.text()
    if (!isThere) expect(JSON.parse(text).error.code).toBe('route.unknown')
  }
  expect(await services.stop()).toBe(0)
})

test('without the relay, a WebSocket is refused like any unknown path, and the next request is answered', async () => {
  services = await runServices({ SERVICES: 'analytics' })
  const offer = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'x' }
  const [answer] = await once(request(`${services.url}/relay`, { headers: offer }).end(), 'response')
  expect(answer.statusCode).toBe(404)
  expect(JSON.parse(await text(answer)).error.code).toBe('route.unknown')
  expect((await fetch(`${services.url}/healthz`)).status).toBe(200)
  expect(await services.stop()).toBe(0)
})

test('without a key, the login service reports what is missing, even to the secure site', async () => {
  services = await runServices({ SERVICES: 'login', SECURE_SITE_ORIGIN: 'https://secure.example' })
  const answer = await fetch(`${services.url}/login/v1/codes?${PROJECT}`, {
    method: 'POST',
    headers: { origin: 'https://secure.example' },
  })
  expect([answer.status, (await answer.json()).error.code]).toEqual([503, 'login.notConfigured'])
})

test('a client that uses only the relay is served', async () => {
  services = await runServices({ SERVICES: 'relay' })
  const client = await connectRelay(`${services.url.replace('http', 'ws')}/relay`)
  expect(await client.call('irn_subscribe', { topic: '0'.repeat(64) })).toMatchObject({ result: expect.any(String) })
  await client.close()
})

test('an unknown service makes the start fail with one sentence', async () => {
  const { exited, output } = spawnServices({ DATA_DIR: 'memory://', SERVICES: 'relay,swaps' })
  expect(await exited).toBe(1)
  expect(output()).toBe(
    'The services did not start: SERVICES must be a list, with commas between them, of projectConfig, walletRegistry, jsonRpc, blockchainApi, relay, analytics, auth, login.\n',
  )
})
