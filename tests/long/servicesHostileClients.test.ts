import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FakeNode, startFakeNode } from '../../services/testing/fakeNode.ts'
import { connectRelay } from '../../services/testing/relayClient.ts'
import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(60_000)

/** A responsive service is faster than this, even on a busy machine. A frozen one took from 1.9 to 5.9 s. */
const PATIENCE_MS = 1_500
const MEGABYTE = 1_000_000
/** As large as the largest response that a node may give. */
const LOGS = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: Array.from({ length: 75_000 }, (_, n) => ({
    n,
    address: `0x${'ab'.repeat(20)}`,
    data: `0x${'00'.repeat(62)}`,
  })),
})

/** A single copy for all responses. */
const bytes = Buffer.from(LOGS)

let node: FakeNode
let services: RunningServices

beforeAll(async () => {
  node = await startFakeNode((_, response) => void response.end(bytes))
  services = await runServices({ RPC_UPSTREAMS: `eip155:1=${node.url.origin}` })
})
afterAll(async () => {
  if (services) expect(await services.stop()).toBe(0)
  await node?.close()
})

const agent = new Agent({ keepAlive: true })
const askHealth = () =>
  new Promise<number>((resolve, reject) => {
    const beganAt = performance.now()
    request(`${services.url}/healthz`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - beganAt))
    })
      .once('error', reject)
      .end()
  })

/** The longest response time of the health check during an attack. */
async function longestWait(attack: () => Promise<unknown>): Promise<number> {
  await askHealth()
  let longest = 0
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const watching = (async () => {
    while (!isOver) {
      longest = Math.max(longest, await askHealth())
    }
  })()
  await Promise.all([attacking, watching])
  return longest
}

const rpcUrl = () => `${services.url}/v1/?chainId=eip155:1&projectId=${PROJECT_ID}`
const post = (body: string) => fetch(rpcUrl(), { method: 'POST', body })

test('a relay client that sends frames of a megabyte is disconnected, without delaying others', async () => {
  const client = await connectRelay(`${services.url.replace('http:', 'ws:')}/relay`)
  const frame = JSON.stringify('x'.repeat(980_000))
  const waited = await longestWait(async () => {
    for (let n = 0; n < 30; n += 1) client.socket.send(frame)
    expect(await client.closed).toEqual({ code: 1013, reason: 'Too many bytes' })
  })
  expect(waited).toBeLessThan(PATIENCE_MS)
})

test('sixteen bodies of nested JSON at once are refused, without delaying others', async () => {
  const depth = 490_000
  const body = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const statuses: number[] = []
  const waited = await longestWait(async () => {
    const posts: Promise<unknown>[] = []
    for (let n = 0; n < 16; n += 1) {
      posts.push(post(body).then(({ status }) => statuses.push(status)))
    }
    await Promise.all(posts)
  })
  expect(statuses).toEqual(Array(16).fill(400))
  expect(waited).toBeLessThan(PATIENCE_MS)
})

test.each([
  ['POST', () => rpcUrl(), 413],
  ['GET', () => `${services.url}/healthz`, 200],
] as const)('a %s whose body never ends is answered and cut off', async (method, url, status) => {
  const chunk = Buffer.alloc(MEGABYTE, ' ')
  let sent = 0
  const endless = request(url(), { method, headers: { 'Transfer-Encoding': 'chunked' } })
  const answered = new Promise<IncomingMessage>((resolve) => endless.once('response', resolve))
  let isCutOff = false
  endless.once('close', () => {
    isCutOff = true
  })
  endless.on('error', () => {})
  const sending = (async () => {
    while (!isCutOff && sent < 500 * MEGABYTE) {
      if (!endless.writableNeedDrain) {
        sent += chunk.byteLength
        endless.write(chunk)
      }
      await nextTurn()
    }
  })()
  expect((await answered).resume().statusCode).toBe(status)
  await sending
  endless.destroy()
  // Includes the system's buffers on both sides.
  expect(sent).toBeLessThan(50 * MEGABYTE)
})

test('a client that sends requests without reading is disconnected, without delaying others', async () => {
  const { port } = new URL(services.url)
  const waited = await longestWait(async () => {
    const socket = connect(Number(port), '127.0.0.1').pause()
    socket.on('error', () => {})
    const questions = Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500))
    for (let n = 0; n < 100_000 && !socket.destroyed; n += 1) {
      if (!socket.writableNeedDrain) socket.write(questions)
      await nextTurn()
    }
    expect(socket.destroyed).toBe(true)
    socket.destroy()
  })
  expect(waited).toBeLessThan(PATIENCE_MS)
})

test('of sixty 15 MB responses at once a client gets two at a time and errors for the rest, without delaying others', async () => {
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] })
  const texts: string[] = []
  const waited = await longestWait(() =>
    Promise.all(
      Array.from({ length: 60 }, async () => {
        texts.push(await (await post(call)).text())
      }),
    ),
  )
  expect(LOGS.length).toBeGreaterThan(14 * MEGABYTE)
  const [large, small] = [true, false].map((isLarge) => texts.filter((text) => text.length > MEGABYTE === isLarge))
  // When one of the two ends, another may start.
  expect(large?.length).toBeLessThanOrEqual(10)
  for (const text of small ?? []) expect(text).toMatch(/"code":(?:-32094|"rate\.limited")/)
  expect(waited).toBeLessThan(PATIENCE_MS)
  // The bytes count against the client's limit; after the time window it can send requests again.
  await until(async () => (await (await post(call)).text()).length > MEGABYTE)
})
