import { once } from 'node:events'
import { type LocalRelay, startLocalRelay } from '../../testing/localRelay.ts'
import { connectRelay, generateKeyPair, newTopic, resultOf } from '../../testing/relayClient.ts'
import { until } from '../../testing/until.ts'
import { createDeliveries } from './deliveries.ts'
import { RELAY_LIMITS, type RelayLimits } from './limits.ts'
import { createMemoryMailbox } from './memoryMailbox.ts'
import type { RelayOptions } from './relay.ts'

jest.setTimeout(30_000)

let relay: LocalRelay
afterEach(() => relay?.close())

async function start(limits: Partial<RelayLimits>, options?: Partial<RelayOptions>) {
  relay = await startLocalRelay(limits, options)
}

const exceeded = (message: string) => ({ error: { code: -32005, message: expect.stringContaining(message) } })

const ANY_BYTES = { bytesPerSecondMax: 1_000_000_000, bytesPerClientPerSecondMax: 1_000_000_000 }

test('the relay’s limits are the limits that the guide states', () => {
  expect(RELAY_LIMITS).toEqual({
    frameMaxBytes: 1_000_000,
    frameShape: { depth: 32, values: 10_000 },
    messageMaxBytes: 500_000,
    requestsPerSecondMax: 100,
    framesPerSecondMax: 2_000,
    bytesPerSecondMax: 4_000_000,
    bytesPerClientPerSecondMax: 16_000_000,
    requestsInFlightMax: 32,
    topicsPerBatchMax: 500,
    messagesPerBatchMax: 100,
    topicsPerConnectionMax: 1_000,
    topicsPerClientMax: 2_000,
    subscribersPerTopicMax: 50,
    queuedMessagesPerTopicMax: 500,
    queuedBytesPerTopicMax: 4_000_000,
    queuedBytesPerAddressMax: 32_000_000,
    memoryMaxBytes: 256_000_000,
    fetchMaxBytes: 4_000_000,
    connectionsPerAddressMax: 500,
    connectionsPerProjectMax: 20_000,
    unsentMaxBytes: 8_000_000,
    unacknowledgedMax: 1_000,
    pingIntervalMs: 25_000,
  })
})

test('a frame that is too large ends the connection with 1009', async () => {
  await start({ frameMaxBytes: 1_000 })
  const client = await connectRelay(relay.url)
  client.socket.send('x'.repeat(1_001))
  expect((await client.closed).code).toBe(1009)
})

test.each(['irn_publish', 'irn_batchPublish', 'wc_proposeSession', 'wc_approveSession'] as const)(
  'a message that is too large is refused by %s, and not stored',
  async (method) => {
    await start({ messageMaxBytes: 10 })
    const client = await connectRelay(relay.url)
    const [topic, second] = [newTopic(), newTopic()]
    const [small, large] = ['x'.repeat(10), `${'x'.repeat(9)}é`]
    const params = {
      irn_publish: { topic, message: large },
      irn_batchPublish: {
        messages: [
          { topic, message: small },
          { topic, message: large },
        ],
      },
      wc_proposeSession: { pairingTopic: topic, sessionProposal: large },
      wc_approveSession: {
        pairingTopic: topic,
        sessionTopic: second,
        sessionProposalResponse: large,
        sessionSettlementRequest: small,
      },
    }[method]
    expect(await client.call(method, params as never)).toMatchObject(exceeded('larger than 10 bytes'))
    const other = await connectRelay(relay.url)
    expect(resultOf(await other.call('irn_batchFetchMessages', { topics: [topic, second] }))).toMatchObject({
      messages: [],
    })
  },
)

test('requests over the rate are refused until the next second; acknowledgements do not count', async () => {
  await start({ requestsPerSecondMax: 5 })
  const client = await connectRelay(relay.url)
  const ask = () => client.call('irn_subscribe', { topic: newTopic() })
  for (let i = 0; i < 20; i++) client.socket.send(JSON.stringify({ id: i, jsonrpc: '2.0', result: true }))
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.map((answer) => 'error' in answer)).toEqual([false, false, false, false, false, true])
  expect(answers.at(-1)).toMatchObject(exceeded('More than 5 requests in one second'))
  await until(async () => 'result' in (await ask()))
})

test('a client that floods the relay is disconnected', async () => {
  await start({ framesPerSecondMax: 50 })
  const client = await connectRelay(relay.url)
  for (let i = 0; i < 100; i++) client.socket.send(JSON.stringify({ id: i, jsonrpc: '2.0', result: true }))
  expect(await client.closed).toEqual({ code: 1013, reason: 'Too many messages' })
})

test.each([
  ['nested too deeply', `{"id":1,"jsonrpc":"2.0","method":"x","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['made of too many values', JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'x', params: Array(20_000).fill(0) })],
])('a frame that is %s ends the connection before it is parsed', async (_, frame) => {
  await start({})
  const client = await connectRelay(relay.url)
  client.socket.send(frame)
  expect(await client.closed).toEqual({ code: 1009, reason: 'Too many values, or nested too deeply' })
})

test('the largest allowed batch of topics and messages is accepted', async () => {
  await start({})
  const client = await connectRelay(relay.url)
  const topics = Array.from({ length: RELAY_LIMITS.topicsPerBatchMax }, newTopic)
  resultOf(await client.call('irn_batchSubscribe', { topics }))
  const tvf = { correlationId: 1, rpcMethods: ['eth_sendTransaction'], txHashes: ['0x1'], contractAddresses: ['0x2'] }
  const messages = topics
    .slice(0, RELAY_LIMITS.messagesPerBatchMax)
    .map((topic) => ({ topic, message: 'x', ttl: 300, tag: 0, tvf }))
  resultOf(await client.call('irn_batchPublish', { messages }))
  resultOf(await client.call('irn_batchUnsubscribe', { subscriptions: topics.map((topic) => ({ topic, id: topic })) }))
})

test('a client over its byte rate is disconnected; all connections of a client share the rate', async () => {
  await start({ bytesPerSecondMax: 3_000, bytesPerClientPerSecondMax: 5_000 })
  const alone = await connectRelay(relay.url)
  for (let i = 0; i < 4; i++) alone.socket.send('x'.repeat(1_000))
  expect(await alone.closed).toEqual({ code: 1013, reason: 'Too many bytes' })
  const several = await Promise.all(Array.from({ length: 4 }, () => connectRelay(relay.url)))
  for (const client of several) for (let i = 0; i < 2; i++) client.socket.send('x'.repeat(1_000))
  expect(await Promise.race(several.map(({ closed }) => closed))).toEqual({ code: 1013, reason: 'Too many bytes' })
})

test('pings are answered, count like messages, and are not queued for a client that does not read', async () => {
  await start({ framesPerSecondMax: 50 })
  const client = await connectRelay(relay.url)
  const answered = once(client.socket, 'pong')
  client.socket.ping('hello')
  expect(String(await answered)).toBe('hello')
  for (let i = 0; i < 100; i++) client.socket.ping()
  expect(await client.closed).toEqual({ code: 1013, reason: 'Too many messages' })
})

test('requests that wait for the mailbox pause the connection instead of filling the memory', async () => {
  let isPublishing = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const mailbox = createMemoryMailbox(RELAY_LIMITS)
  await start(
    { requestsInFlightMax: 3 },
    {
      mailbox: {
        ...mailbox,
        async publish() {
          isPublishing += 1
          await finished
        },
      },
    },
  )
  const client = await connectRelay(relay.url)
  const answers = Array.from({ length: 10 }, (_, i) =>
    client.call('irn_publish', { topic: newTopic(), message: `${i}` }),
  )
  await until(() => isPublishing === 3)
  const other = await connectRelay(relay.url)
  resultOf(await other.call('irn_subscribe', { topic: newTopic() }))
  expect(isPublishing).toBe(3)
  finish()
  for (const answer of await Promise.all(answers)) expect(resultOf(answer)).toBe(true)
})

test.each([
  ['irn_batchSubscribe', { topics: [newTopic(), newTopic(), newTopic()] }],
  ['irn_batchFetchMessages', { topics: [newTopic(), newTopic(), newTopic()] }],
  ['irn_batchUnsubscribe', { subscriptions: [1, 2, 3].map(() => ({ topic: newTopic() })) }],
  ['irn_batchPublish', { messages: [1, 2, 3].map(() => ({ topic: newTopic(), message: 'x', ttl: 300, tag: 0 })) }],
] as const)('a batch that is too long is refused by %s', async (method, params) => {
  await start({ topicsPerBatchMax: 2, messagesPerBatchMax: 2 })
  const client = await connectRelay(relay.url)
  expect(await client.call(method, params as never)).toMatchObject(exceeded('2 entries at most'))
})

test('a connection has a maximum of topics, and can subscribe to a new topic after unsubscribing from one', async () => {
  await start({ topicsPerConnectionMax: 2 })
  const client = await connectRelay(relay.url)
  const [first, second, third] = [newTopic(), newTopic(), newTopic()]
  for (const topic of [first, second, first]) resultOf(await client.call('irn_subscribe', { topic }))
  expect(await client.call('irn_subscribe', { topic: third })).toMatchObject(exceeded('More than 2 subscriptions'))
  resultOf(await client.call('irn_unsubscribe', { topic: first }))
  resultOf(await client.call('irn_subscribe', { topic: third }))
})

test('a client has a maximum of topics over all its connections, and gets room when one of them ends', async () => {
  await start({ topicsPerClientMax: 2 })
  const keys = generateKeyPair()
  const first = await connectRelay(relay.url, { keys })
  const second = await connectRelay(relay.url, { keys })
  resultOf(await first.call('irn_batchSubscribe', { topics: [newTopic(), newTopic()] }))
  const ask = () => second.call('irn_subscribe', { topic: newTopic() })
  expect(await ask()).toMatchObject(exceeded('More than 2 subscriptions'))
  await first.close()
  await until(async () => 'result' in (await ask()))
})

test('a topic has a maximum of subscribers', async () => {
  await start({ subscribersPerTopicMax: 1 })
  const topic = newTopic()
  const [first, second] = [await connectRelay(relay.url), await connectRelay(relay.url)]
  resultOf(await first.call('irn_subscribe', { topic }))
  expect(await second.call('irn_subscribe', { topic })).toMatchObject(exceeded('This topic has 1 subscribers'))
})

test('a topic has a maximum of waiting messages', async () => {
  await start({ queuedMessagesPerTopicMax: 1 })
  const client = await connectRelay(relay.url)
  const topic = newTopic()
  resultOf(await client.call('irn_publish', { topic, message: 'one' }))
  expect(await client.call('irn_publish', { topic, message: 'two' })).toMatchObject(exceeded('Too many messages wait'))
})

test('an address has a maximum of bytes in waiting messages, whatever their publishers’ keys and topics', async () => {
  await start({ queuedBytesPerAddressMax: 1_000 }, { trustedProxies: 1 })
  const publishFrom = async (address: string) => {
    const client = await connectRelay(relay.url, { headers: { 'X-Forwarded-For': address } })
    return client.call('irn_publish', { topic: newTopic(), message: address })
  }
  resultOf(await publishFrom('203.0.113.1'))
  expect(await publishFrom('203.0.113.1')).toMatchObject(exceeded('from this address'))
  resultOf(await publishFrom('203.0.113.2'))
})

test('the relay has a maximum of bytes of messages in memory', async () => {
  await start({ memoryMaxBytes: 1_000 })
  const client = await connectRelay(relay.url)
  const answer = await client.call('irn_publish', { topic: newTopic(), message: 'x'.repeat(1_000) })
  expect(answer).toMatchObject(exceeded('can keep no more'))
})

test('an answer with fetched messages has a maximum size, and says whether there are more messages', async () => {
  await start({ fetchMaxBytes: 2_500 })
  const [writer, reader] = [await connectRelay(relay.url), await connectRelay(relay.url)]
  const topics = [newTopic(), newTopic()]
  for (const topic of topics) resultOf(await writer.call('irn_publish', { topic, message: 'x'.repeat(1_000) }))
  const fetched = resultOf(await reader.call('irn_batchFetchMessages', { topics }))
  expect(fetched).toMatchObject({ messages: [{ topic: topics[0] }], hasMore: true })
})

test.each([
  ['from one address', { connectionsPerAddressMax: 2 }],
  ['from one project', { connectionsPerProjectMax: 2 }],
])('the number of connections %s is limited, and a new connection is admitted when one ends', async (_, limits) => {
  await start(limits)
  const first = await connectRelay(relay.url)
  const second = await connectRelay(relay.url)
  for (const client of [first, second]) resultOf(await client.call('irn_subscribe', { topic: newTopic() }))
  expect(await (await connectRelay(relay.url)).closed).toEqual({ code: 1013, reason: 'Too many connections' })
  await first.close()
  const isLetIn = async () => {
    const client = await connectRelay(relay.url)
    return Promise.race([
      client.closed.then(() => false),
      client.call('irn_subscribe', { topic: newTopic() }).then(() => true),
    ])
  }
  await until(isLetIn)
})

test('a client that does not read is cut off, and gets its messages when it comes back', async () => {
  await start({ unsentMaxBytes: 100_000, requestsPerSecondMax: 10_000, ...ANY_BYTES })
  const keys = generateKeyPair()
  const [writer, reader] = [await connectRelay(relay.url), await connectRelay(relay.url, { keys })]
  const topics = Array.from({ length: 60 }, newTopic)
  resultOf(await reader.call('irn_batchSubscribe', { topics }))
  reader.socket.pause()
  for (const topic of topics) resultOf(await writer.call('irn_publish', { topic, message: 'x'.repeat(400_000) }))
  await until(() => relay.lines.some((line) => line.includes('cut off')))
  reader.socket.terminate()
  const again = await connectRelay(relay.url, { keys })
  resultOf(await again.call('irn_batchSubscribe', { topics }))
  await until(() => new Set(again.deliveries.map(({ params }) => params.data.topic)).size === topics.length)
})

test('above a maximum, unacknowledged deliveries are forgotten, the oldest first', () => {
  const deliveries = createDeliveries({ unacknowledgedMax: 2 })
  const begin = (id: string) =>
    deliveries.begin('s', { id, topic: 't', message: 'm', tag: 0, publisher: 'p', publishedAt: 0 })
  const [first, second, third] = [begin('1'), begin('2'), begin('3')]
  expect(deliveries.end(first.id)).toBeUndefined()
  expect(deliveries.end(second.id)).toEqual({ topic: 't', messageId: '2' })
  expect(deliveries.end(third.id)).toEqual({ topic: 't', messageId: '3' })
  expect(deliveries.end(third.id)).toBeUndefined()
})
