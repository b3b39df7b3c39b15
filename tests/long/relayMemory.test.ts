import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startLocalRelay } from '../../services/testing/localRelay.ts'
import { connectRelay, newTopic, type RelayClient, resultOf } from '../../services/testing/relayClient.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(180_000)

const PAIRS = 10
const TTL_S = 1
const MESSAGES = 30_000
/** Messages sent before the first response is awaited. */
const BATCH = 50

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function heapBytes() {
  collect()
  return process.memoryUsage().heapUsed
}

interface Pair {
  readonly topic: string
  readonly page: RelayClient
  readonly wallet: RelayClient
}

/** Publishes, delivers and acknowledges every message. */
async function exchange({ topic, page, wallet }: Pair, from: number, count: number) {
  for (let sent = 0; sent < count; sent += BATCH) {
    const messages = Array.from({ length: BATCH }, (_, i) => `${topic} ${from + sent + i} ${'x'.repeat(500)}`)
    const answers = messages.map((message) => page.call('irn_publish', { topic, message, ttl: TTL_S }))
    for (const answer of await Promise.all(answers)) resultOf(answer)
    await until(() => wallet.deliveries.length >= BATCH)
    wallet.deliveries.length = 0
  }
}

test('after thirty thousand messages the relay uses as much memory as before', async () => {
  const relay = await startLocalRelay({
    requestsPerSecondMax: 100_000,
    framesPerSecondMax: 100_000,
    bytesPerSecondMax: 1_000_000_000,
    bytesPerClientPerSecondMax: 1_000_000_000,
  })
  const pairs: Pair[] = []
  for (let i = 0; i < PAIRS; i++) {
    const pair = { topic: newTopic(), page: await connectRelay(relay.url), wallet: await connectRelay(relay.url) }
    resultOf(await pair.wallet.call('irn_subscribe', { topic: pair.topic }))
    pairs.push(pair)
  }
  const exchangeAll = (from: number, count: number) =>
    Promise.all(pairs.map((pair) => exchange(pair, from, count / PAIRS)))

  // The first messages leave permanent data behind: compiled code, socket buffers.
  await exchangeAll(0, MESSAGES / 10)
  const before = heapBytes()
  await exchangeAll(MESSAGES, MESSAGES)
  // The last messages stay until they expire.
  await until(() => heapBytes() - before < 3_000_000)
  for (const { page, wallet } of pairs) for (const client of [page, wallet]) await client.close()
  await relay.close()
})
