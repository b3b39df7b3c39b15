import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert, asyncProperty, string } from 'fast-check'
import { Hono } from 'hono'
import { safeParse } from 'valibot'
import { answering, saying, startFakeNode } from '../../testing/fakeNode.ts'
import { connectRelay, newTopic } from '../../testing/relayClient.ts'
import { PROJECT_ID } from '../../testing/runServices.ts'
import { until } from '../../testing/until.ts'
import { createApp } from '../http/createApp.ts'
import { ServiceError } from '../http/errors.ts'
import { publicRead } from '../http/publicRead.ts'
import { jsonRpcApi } from '../jsonRpc/jsonRpcApi.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from '../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../projectConfig/seedProject.ts'
import { startRelay } from '../relay/startRelay.ts'
import { createMetrics, type Metrics } from './createMetrics.ts'
import { metricsEnvironment } from './environment.ts'
import { metricsApi } from './metricsApi.ts'

const TOKEN = 'prometheus-0123456789abcdef'
const log = createLog('error', () => {})

let metrics: Metrics
beforeEach(() => {
  metrics = createMetrics()
})
afterEach(() => metrics.close())

const projects = createKnownProjects(async (id) =>
  id === PROJECT_ID
    ? { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
    : undefined,
)

function frame() {
  const app = createApp(log)
  app.use(metrics.middleware)
  return app.route('/', metricsApi(metrics, { token: TOKEN }))
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** One line per series, without comments. */
const series = async () => (await metrics.read()).split('\n').filter((line) => line && !line.startsWith('#'))
const countOf = async (name: string) => {
  const line = (await series()).find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('metrics', () => {
  test('are readable with the token, in the text format of Prometheus, and are not cached', async () => {
    const answer = await frame().request('/metrics', bearer(TOKEN))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    for (const line of text.split('\n').filter(Boolean)) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? (\d[\d.e+-]*|\+Inf))$/)
    }
    expect(text).toContain('# TYPE process_cpu_seconds_total counter')
  })

  test.each([{}, bearer(''), bearer(`${TOKEN}x`), bearer(TOKEN.slice(1)), { headers: { Authorization: TOKEN } }])(
    'are refused for a request with %j',
    async (init) => {
      const answer = await frame().request('/metrics', init)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await answer.json()).toEqual({ error: { code: 'metrics.tokenNeeded', message: expect.any(String) } })
    },
  )

  test('are refused for a made-up token', async () => {
    const app = frame()
    await assert(
      asyncProperty(string(), async (made) => {
        expect((await app.request('/metrics', bearer(encodeURIComponent(made)))).status).toBe(401)
      }),
      { numRuns: 100 },
    )
  })

  test.each(['short', 'with a space in it', `${TOKEN}\n`])('cannot be configured with the token %j', (token) => {
    expect(safeParse(metricsEnvironment.METRICS_TOKEN, token).success).toBe(false)
    expect(safeParse(metricsEnvironment.METRICS_TOKEN, TOKEN).success).toBe(true)
  })
})

describe('requests', () => {
  test('are counted by the pattern of their route, so that an id in the path creates no series', async () => {
    const app = frame().get('/account/:address/balance', (c) => c.json({}))
    for (const address of ['0xaaa', '0xbbb']) {
      await app.request(`/account/${address}/balance?projectId=${PROJECT_ID}`)
    }
    const labels = 'route="/account/:address/balance",method="GET"'
    expect(await countOf(`portico_http_requests_total{${labels},status="200"}`)).toBe(2)
    expect(await countOf(`portico_http_request_duration_seconds_count{${labels}}`)).toBe(2)
    expect(await metrics.read()).not.toMatch(/0xaaa|projectId|00000000/)
  })

  test('are counted by status if they fail', async () => {
    const app = frame()
      .get('/refused', () => {
        throw new ServiceError('project.unknown')
      })
      .get('/broken', () => {
        throw new Error('no')
      })
    await app.request('/refused')
    await app.request('/broken')
    expect(await countOf('portico_http_requests_total{route="/refused",method="GET",status="404"}')).toBe(1)
    expect(await countOf('portico_http_requests_total{route="/broken",method="GET",status="500"}')).toBe(1)
  })

  test('without a route are counted in one series, whatever their path', async () => {
    const app = frame()
    for (const path of ['/.env', '/wp-login.php', '/admin/nothing']) await app.request(path)
    await app.request('/x', { method: 'PROPFIND' })
    expect(await countOf('portico_http_requests_total{route="none",method="GET",status="404"}')).toBe(3)
    expect(await countOf('portico_http_requests_total{route="none",method="other",status="404"}')).toBe(1)
    expect(await metrics.read()).not.toMatch(/wp-login|PROPFIND/)
  })

  test('are counted even if they are CORS preflights', async () => {
    const app = new Hono().use(metrics.middleware, publicRead).post('/e', (c) => c.json({}))
    await app.request('/e', { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } })
    expect(await countOf('portico_http_requests_total{route="none",method="OPTIONS",status="204"}')).toBe(1)
  })
})

test('attempts at nodes are counted by chain and outcome, without the node’s address', async () => {
  const working = await startFakeNode(answering('0x2a'))
  const failing = await startFakeNode(saying('', 503))
  const options = { upstreams: new Map([['eip155:1', [failing.url, working.url]]] as const), requestsPerSecond: 100 }
  const life = new AbortController()
  const app = createApp(log).route('/', jsonRpcApi(projects, log, options, life.signal, metrics.onAttempt))
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const answer = await app.request(`/v1/?chainId=eip155:1&projectId=${PROJECT_ID}`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  expect(await countOf('portico_rpc_upstream_attempts_total{chain="eip155:1",outcome="failed"}')).toBe(1)
  expect(await countOf('portico_rpc_upstream_attempts_total{chain="eip155:1",outcome="answered"}')).toBe(1)
  expect(await metrics.read()).not.toContain(working.url.host)
  life.abort()
  await Promise.all([working.close(), failing.close()])
})

test('the relay’s connections and messages are counted, without topics, clients or addresses', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const relay = await startRelay(server, projects, { dataDir: 'memory://' }, log, undefined, metrics.relay)
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`
  const [page, wallet] = await Promise.all([connectRelay(url), connectRelay(url)])
  const topic = newTopic()
  await wallet.call('irn_subscribe', { topic })
  await page.call('irn_publish', { topic, message: 'sealed', ttl: 300, tag: 1108 })
  await page.call('irn_publish', { topic: 'no topic' } as never)
  await until(() => wallet.deliveries.length === 1)
  expect(await countOf('portico_relay_connections')).toBe(2)
  expect(await countOf('portico_relay_requests_total{method="irn_publish"}')).toBe(1)
  expect(await countOf('portico_relay_requests_total{method="irn_subscribe"}')).toBe(1)
  expect(await countOf('portico_relay_deliveries_total')).toBe(1)
  expect(await metrics.read()).not.toMatch(new RegExp(`${topic}|${page.clientId}|127\\.0\\.0\\.1`))
  await page.close()
  await until(async () => (await countOf('portico_relay_connections')) === 1)
  await wallet.close()
  await relay.close()
  server.close()
})

test('two services in one process count separately', async () => {
  const other = createMetrics()
  other.relay.opened()
  expect(await countOf('portico_relay_connections')).toBe(0)
  other.close()
})
