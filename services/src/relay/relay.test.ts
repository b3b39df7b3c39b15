import { RELAY_CLOSE_CODES } from '@portico/contracts/services/relay'
import { type LocalRelay, startLocalRelay } from '../../testing/localRelay.ts'
import {
  type ClientOptions,
  connectRelay,
  generateKeyPair,
  newTopic,
  type RelayClient,
  resultOf,
  tokenFor,
} from '../../testing/relayClient.ts'
import { until } from '../../testing/until.ts'
import type { RelayLimits } from './limits.ts'
import type { RelayOptions } from './relay.ts'

jest.setTimeout(30_000)

let relay: LocalRelay
afterEach(() => relay.close())

async function start(limits: Partial<RelayLimits> = {}, options: Partial<RelayOptions> = {}) {
  relay = await startLocalRelay(limits, options)
}
const connect = (options?: ClientOptions) => connectRelay(relay.url, options)
const subscribe = async (client: RelayClient, topic: string) => resultOf(await client.call('irn_subscribe', { topic }))
const publish = async (client: RelayClient, topic: string, message: string) =>
  resultOf(await client.call('irn_publish', { topic, message }))

describe('admission', () => {
  const UNKNOWN_PROJECT = 'f'.repeat(32)

  test.each([
    ['of an unknown project', { projectId: UNKNOWN_PROJECT }, 'Unauthorized: invalid key'],
    ['of no project', { projectId: '' }, 'Unauthorized: invalid key'],
    ['with a mistyped project', { projectId: 'YOUR_PROJECT_ID' }, 'Unauthorized: invalid key'],
    ['of another site', { origin: 'https://elsewhere.example' }, 'Unauthorized: origin not allowed'],
    ['of a sandboxed frame', { origin: 'null' }, 'Unauthorized: origin not allowed'],
    ['without a token', { auth: null }, 'JWT validation error: JWT Token is missing'],
    ['with a broken token', { auth: 'a.b.c' }, 'JWT validation error: JWT Token is malformed'],
  ])('a visitor %s is refused with the reason', async (_, options, reason) => {
    await start()
    const client = await connect(options)
    expect(await client.closed).toEqual({ code: RELAY_CLOSE_CODES.unauthorized, reason })
    expect(relay.lines.join()).toContain(reason)
  })

  test('a visitor whose clock is ahead gets an error that the token is not yet valid', async () => {
    await start()
    const keys = generateKeyPair()
    const client = await connect({ keys, auth: await tokenFor(relay.url, keys, Math.floor(Date.now() / 1_000) + 600) })
    expect(await client.closed).toEqual({ code: 3000, reason: 'JWT validation error: JWT Token is not yet valid' })
  })

  test.each([
    ['a page of the project', 'https://shop.example'],
    ['a page under development', 'http://localhost:3000'],
    ['a wallet that is not a page', undefined],
  ])('%s is admitted', async (_, origin) => {
    await start()
    expect(await subscribe(await connect({ origin }), newTopic())).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a phone app that names the relay as its origin is admitted', async () => {
    await start()
    expect(await subscribe(await connect({ origin: relay.url.replace('ws:', 'http:') }), newTopic())).toBeTruthy()
  })

  test('while the database does not answer, visitors are told to try again later', async () => {
    await start({}, { readOrigins: () => Promise.reject(new Error('relation "projects" does not exist')) })
    expect(await (await connect()).closed).toEqual({ code: 1013, reason: 'The relay failed' })
  })

  test('requests sent before the admission are answered after it', async () => {
    let letIn = (_: string[]) => {}
    await start(
      {},
      {
        readOrigins: () =>
          new Promise((resolve) => {
            letIn = resolve
          }),
      },
    )
    const client = await connect()
    const answer = client.call('irn_subscribe', { topic: newTopic() })
    letIn([])
    expect(resultOf(await answer)).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('messages', () => {
  test('reach the subscribers of the topic, and never their publisher', async () => {
    await start()
    const keys = generateKeyPair()
    const [page, secondTab, wallet] = [await connect({ keys }), await connect({ keys }), await connect()]
    const topic = newTopic()
    for (const client of [page, secondTab, wallet]) await subscribe(client, topic)
    await publish(page, topic, 'hello')
    await publish(wallet, topic, 'hello to you')
    await until(() => page.deliveries.length > 0 && secondTab.deliveries.length > 0 && wallet.deliveries.length > 0)
    expect(wallet.messages(topic)).toEqual(['hello'])
    expect(page.messages(topic)).toEqual(['hello to you'])
    expect(secondTab.messages(topic)).toEqual(['hello to you'])
  })

  test('are sent again only if they were not acknowledged', async () => {
    await start()
    const keys = generateKeyPair()
    const topic = newTopic()
    const page = await connect()
    const before = await connect({ keys })
    await subscribe(before, topic)
    await publish(page, topic, 'one')
    await until(() => before.deliveries.length === 1)
    before.isAcknowledging = false
    await publish(page, topic, 'two')
    await until(() => before.deliveries.length === 2)
    before.socket.terminate()

    const after = await connect({ keys })
    await subscribe(after, topic)
    await until(() => after.deliveries.length > 0)
    expect(after.messages(topic)).toEqual(['two'])
  })

  test('without an acknowledgement are sent again if the same connection subscribes again', async () => {
    await start()
    const topic = newTopic()
    const [page, wallet] = [await connect(), await connect()]
    wallet.isAcknowledging = false
    await subscribe(wallet, topic)
    await publish(page, topic, 'one')
    await until(() => wallet.deliveries.length === 1)
    await subscribe(wallet, topic)
    await until(() => wallet.deliveries.length === 2)
    expect(wallet.messages(topic)).toEqual(['one', 'one'])
  })

  test('stop after unsubscribing', async () => {
    await start()
    const [topic, other] = [newTopic(), newTopic()]
    const [page, wallet] = [await connect(), await connect()]
    await subscribe(wallet, topic)
    await subscribe(wallet, other)
    resultOf(await wallet.call('irn_unsubscribe', { topic }))
    await publish(page, topic, 'unheard')
    await publish(page, other, 'heard')
    await until(() => wallet.deliveries.length > 0)
    expect(wallet.messages(topic)).toEqual([])
  })

  test('come after the answer to a subscription, because a client ignores unknown topics', async () => {
    await start()
    const topics = Array.from({ length: 40 }, newTopic)
    const [page, wallet] = [await connect(), await connect()]
    for (const topic of topics) await publish(page, topic, 'kept')
    // Checks frames as they arrive, because several may be read at once, before the caller gets its answer.
    const answered = new Set<unknown>()
    const early: string[] = []
    wallet.socket.on('message', (data) => {
      const { result, params } = JSON.parse(String(data))
      if (params && !answered.has(params.id)) early.push(params.data.topic)
      else answered.add(result)
    })
    await Promise.all(topics.map((topic) => subscribe(wallet, topic)))
    await until(() => wallet.deliveries.length === topics.length)
    expect(early).toEqual([])
  })

  test('are delivered in order: the stored ones before the new ones', async () => {
    await start()
    const topic = newTopic()
    const [page, wallet] = [await connect(), await connect()]
    const texts = Array.from({ length: 200 }, (_, i) => `${i}`)
    for (const text of texts.slice(0, 50)) await publish(page, topic, text)
    const subscribed = subscribe(wallet, topic)
    for (const text of texts.slice(50, 90)) await publish(page, topic, text)
    await subscribed
    await until(() => wallet.deliveries.length === 90)
    expect(wallet.messages(topic)).toEqual(texts.slice(0, 90))
  })
})

describe('connections', () => {
  test('are closed if they do not answer pings; the others stay open', async () => {
    await start({ pingIntervalMs: 50 })
    const silent = await connect()
    Object.assign(silent.socket, { _autoPong: false })
    const alive = await connect()
    expect((await silent.closed).code).toBe(1006)
    let pings = 0
    alive.socket.on('ping', () => {
      pings += 1
    })
    await until(() => pings >= 3)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })

  test('are closed when the relay stops, after their requests are answered', async () => {
    await start()
    const client = await connect()
    const answers = Array.from({ length: 20 }, (_, i) =>
      client.call('irn_publish', { topic: newTopic(), message: `${i}` }),
    )
    await subscribe(client, newTopic())
    await relay.close()
    expect((await client.closed).code).toBe(RELAY_CLOSE_CODES.goingAway)
    for (const answer of await Promise.all(answers)) expect(resultOf(answer)).toBe(true)
    await start()
  })

  test('work with a relay on its own server', async () => {
    await start({}, { path: '/' })
    expect(await subscribe(await connectRelay(relay.url.slice(0, -1)), newTopic())).toBeTruthy()
  })
})

test('the log reveals nothing about publishers, subscribers and messages', async () => {
  await start()
  const keys = generateKeyPair()
  const auth = await tokenFor(relay.url, keys)
  const client = await connect({ keys, auth, headers: { 'x-forwarded-for': '203.0.113.9' } })
  const topic = newTopic()
  await client.call('irn_publish', { topic, message: 's3cret', tvf: { txHashes: ['s3cret'] } })
  await client.call('irn_publish', { topic, message: 's3cret', ttl: -1 })
  await client.sendRaw('{"s3cret"')
  await client.close()
  await until(() => relay.lines.some((line) => line.includes('connection closed')))
  expect(relay.lines.length).toBeGreaterThan(1)
  for (const secret of ['s3cret', topic, auth, client.clientId, '203.0.113.9', '127.0.0.1']) {
    expect(relay.lines.join()).not.toContain(secret)
  }
})
