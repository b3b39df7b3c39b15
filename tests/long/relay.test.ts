import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRelay, generateKeyPair, newTopic, resultOf } from '../../services/testing/relayClient.ts'
import { type RunningServices, runServices, spawnServices } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'
import { testRelay } from '../support/relaySuite.ts'

jest.setTimeout(60_000)

const relayUrl = ({ url }: RunningServices) => `${url.replace('http:', 'ws:')}/relay`

let services: RunningServices
beforeAll(async () => {
  services = await runServices()
})
afterAll(async () => {
  expect(await services.stop()).toBe(0)
})

describe('a relay that keeps messages in memory', () =>
  testRelay(() => ({ urls: [relayUrl(services), relayUrl(services)], output: services.output })))

describe('at the URL of the relay', () => {
  test('a browser that opens it as a page gets an explanation', async () => {
    const answer = await fetch(`${services.url}/relay`)
    expect(answer.status).toBe(426)
    expect(answer.headers.get('upgrade')).toBe('websocket')
    expect(await answer.json()).toEqual({ error: { code: 'relay.upgradeNeeded', message: expect.any(String) } })
  })

  const get = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      request(`${services.url}${path}`, { headers })
        .on('response', async (response) => {
          let body = ''
          for await (const chunk of response.setEncoding('utf8')) body += chunk
          resolve({ status: response.statusCode, body })
        })
        .on('upgrade', () => reject(new Error('upgraded')))
        .on('error', reject)
        .end()
    })

  test('clients that offer another protocol with every request get normal responses', async () => {
    const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': '' }
    expect(await get('/healthz', offer)).toEqual({ status: 200, body: '{"status":"ok"}' })
  })

  test('a WebSocket at another path is refused as unknown', async () => {
    const offer = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'x',
    }
    const { status, body } = await get('/elsewhere', offer)
    expect([status, JSON.parse(body).error.code]).toEqual([404, 'route.unknown'])
  })

  test('an invalid handshake is refused', async () => {
    expect((await get('/relay', { Connection: 'Upgrade', Upgrade: 'websocket' })).status).toBe(400)
  })
})

test('a relay stopped while clients publish loses no acknowledged message, and leaves no client waiting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-relay-'))
  const first = await runServices({ DATA_DIR: folder })
  const [topic, keys] = [newTopic(), generateKeyPair()]
  const page = await connectRelay(relayUrl(first), { keys })
  const answered: string[] = []
  for (let i = 0; i < 60; i++) {
    const message = `message ${i}`
    void page.call('irn_publish', { topic, message }).then((answer) => 'result' in answer && answered.push(message))
  }
  await until(() => answered.length > 0)
  const stopped = first.stop()
  expect((await page.closed).code).toBe(1001)
  expect(await stopped).toBe(0)

  const second = await runServices({ DATA_DIR: folder })
  const wallet = await connectRelay(relayUrl(second))
  resultOf(await wallet.call('irn_subscribe', { topic }))
  await until(() => wallet.messages(topic).length >= answered.length)
  expect(wallet.messages(topic)).toEqual(expect.arrayContaining(answered))
  expect(await second.stop()).toBe(0)
  await rm(folder, { recursive: true })
})

test('with an unusable Redis server the start fails with one sentence, which does not contain its password', async () => {
  const { exited, output } = spawnServices({ DATA_DIR: 'memory://', REDIS_URL: 'redis://:s3cret@127.0.0.1:1' })
  expect(await exited).toBe(1)
  expect(output()).toMatch(/^The services did not start: The Redis server cannot be used: [^\n]+\.\n$/)
  expect(output()).not.toContain('s3cret')
})
