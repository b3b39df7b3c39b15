import { createClient } from '@redis/client'
import { ensureRedis, startRedis } from '../../scripts/redis.mjs'
import { createLog } from '../../services/src/log.ts'
import { openRedisMailbox } from '../../services/src/relay/redisMailbox.ts'
import { freshDatabase } from '../../services/testing/databases.ts'
import { testMailbox } from '../../services/testing/mailboxSuite.ts'
import { connectRelay, newTopic, type RelayClient, resultOf } from '../../services/testing/relayClient.ts'
import { type RunningServices, runServices } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'
import { testRelay } from '../support/relaySuite.ts'

const relayUrl = ({ url }: RunningServices) => `${url.replace('http:', 'ws:')}/relay`

const log = createLog('error')
jest.setTimeout(60_000)

const hasRedis = ensureRedis() !== undefined
if (!hasRedis) console.log('There is no Redis: the tests of several relay processes are counted as skipped.')

/** Skips tests in such a way that the report counts them as skipped. */
const { skip } = describe
const describeOnRedis = hasRedis ? describe : skip

describeOnRedis('a relay of two processes on one Redis server', () => {
  let redis: NonNullable<Awaited<ReturnType<typeof startRedis>>>
  let first: RunningServices
  let second: RunningServices

  beforeAll(async () => {
    const started = await startRedis()
    if (!started) throw new Error('Redis is gone.')
    redis = started
    const start = async () => runServices({ REDIS_URL: redis.url, ...(await freshDatabase()) })
    ;[first, second] = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0])
    await redis.stop()
  })

  describe('keeps messages like a relay that has them in memory', () =>
    testMailbox((limits) => openRedisMailbox(redis.url, limits, log)))

  testRelay(() => ({
    urls: [relayUrl(first), relayUrl(second)],
    output: () => first.output() + second.output(),
  }))

  const subscribe = async (client: RelayClient, topic: string) =>
    resultOf(await client.call('irn_subscribe', { topic }))
  const publish = (client: RelayClient, topic: string, message: string) =>
    client.call('irn_publish', { topic, message })

  test('leaves nothing in Redis after its messages expire', async () => {
    const client = await createClient({ url: redis.url }).connect()
    await client.flushDb()
    const page = await connectRelay(relayUrl(first))
    for (let i = 0; i < 20; i++) {
      resultOf(await page.call('irn_publish', { topic: newTopic(), message: `${i}`, ttl: 1 }))
    }
    expect(await client.dbSize()).toBe(61)
    while ((await client.dbSize()) > 0);
    await client.close()
    await page.close()
  })

  test('loses no message when its connection to Redis drops', async () => {
    const client = await createClient({ url: redis.url }).connect()
    const [page, wallet] = [await connectRelay(relayUrl(first)), await connectRelay(relayUrl(second))]
    const topic = newTopic()
    await subscribe(wallet, topic)
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 5) await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
      resultOf(await publish(page, topic, `${i}`))
    }
    await until(() => new Set(wallet.messages(topic)).size === 30)
    for (const { socket } of [page, wallet]) socket.terminate()
    await client.close()
  })

  test('reports that Redis is down, and continues when it is back', async () => {
    const own = await startRedis()
    if (!own) throw new Error('Redis is gone.')
    const services = await runServices({ REDIS_URL: own.url, ...(await freshDatabase()) })
    const [page, wallet] = [await connectRelay(relayUrl(services)), await connectRelay(relayUrl(services))]
    const topic = newTopic()
    await subscribe(wallet, topic)
    await own.stop()
    for (const method of ['irn_publish', 'irn_subscribe', 'irn_fetchMessages'] as const) {
      expect(await page.call(method, { topic: newTopic(), message: 'x' })).toMatchObject({ error: { code: -32000 } })
    }
    expect(services.output()).toContain('Redis does not answer')

    const again = await startRedis({ port: Number(new URL(own.url).port) })
    await until(() => services.output().includes('Redis answers again'))
    resultOf(await publish(page, topic, 'hello'))
    await until(() => wallet.messages(topic).length === 1)
    for (const { socket } of [page, wallet]) socket.terminate()
    expect(await services.stop()).toBe(0)
    await again?.stop()
  })
})
