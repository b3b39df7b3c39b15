import type { CaipNetworkId } from '@portico/contracts'
import {
  answering,
  type Behaviour,
  cutting,
  type FakeNode,
  failingWith,
  hangingUp,
  saying,
  startFakeNode,
} from '../../testing/fakeNode.ts'
import { createLog } from '../log.ts'
import { createChains } from './chains.ts'

const ETHEREUM: CaipNetworkId = 'eip155:1'
const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let first: FakeNode
let second: FakeNode
beforeAll(async () => {
  first = await startFakeNode(answering(1))
  second = await startFakeNode(answering(2))
})
beforeEach(() => {
  first.behave(answering(1))
  second.behave(answering(2))
  first.requests.length = 0
  second.requests.length = 0
})
afterAll(() => Promise.all([first.close(), second.close()]))

const lines: string[] = []
const log = createLog('warn', (line) => lines.push(line))
const createSolana = (signal?: AbortSignal) =>
  createChains(new Map([[SOLANA, [first.url, second.url]]]), { log, signal })

test('a node’s result is passed on unchanged', async () => {
  const chains = createSolana()
  for (const result of [null, false, 0, '', [], { value: { lamports: 2 ** 53 - 1 } }]) {
    first.behave(answering(result))
    expect(await chains.ask(SOLANA, 'getBalance', ['owner', { commitment: 'confirmed' }])).toEqual(result)
  }
  expect(second.requests).toEqual([])
})

test('a node gets the method and the parameters exactly as given', async () => {
  const bodies: unknown[] = []
  first.behave((body, ...others) => {
    bodies.push(JSON.parse(body))
    answering(1)(body, ...others)
  })
  await createSolana().ask(SOLANA, 'getBalance', ['owner', { commitment: 'confirmed' }])
  expect(bodies).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'getBalance', params: ['owner', { commitment: 'confirmed' }] },
  ])
})

test.each<[string, Behaviour]>([
  ['hangs up', hangingUp],
  ['cuts its response short', cutting],
  ['is rate-limited', saying('{}', 429)],
  ['is not a node', saying('<html>', 200)],
])('a node that %s is skipped for a while, so that later requests do not wait for it', async (_, behaviour) => {
  first.behave(behaviour)
  const chains = createSolana()
  for (let count = 0; count < 3; count++) expect(await chains.ask(SOLANA, 'getBalance', [])).toBe(2)
  // In the meantime, only health checks may reach the node, not visitors' requests.
  expect(first.requests.filter((method) => method === 'getBalance')).toHaveLength(1)
  expect(second.requests).toHaveLength(3)
})

test('the log says which of a chain’s nodes failed, without the node’s address', async () => {
  lines.length = 0
  first.behave(saying('{}', 500))
  await createSolana().ask(SOLANA, 'getBalance', [])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ chainId: SOLANA, upstream: 1, reason: 'HTTP 500' })
  expect(lines[0]).not.toContain(first.url.host)
})

test('a method that one node lacks is sent to another node, and the first node still gets requests for other methods', async () => {
  first.behave(failingWith({ code: -32_010, message: 'excluded from account secondary indexes' }))
  const chains = createSolana()
  expect(await chains.ask(SOLANA, 'getTokenAccountsByOwner', [])).toBe(2)
  first.behave(answering(1))
  expect(await chains.ask(SOLANA, 'getBalance', [])).toBe(1)
})

test.each<[string, Behaviour, Behaviour]>([
  ['every node refuses', failingWith({ code: -32_010, message: 'no' }), failingWith({ code: -32_010, message: 'no' })],
  ['every node hangs up', hangingUp, hangingUp],
  ['one node refuses and the other hangs up', failingWith({ code: -32_010, message: 'no' }), hangingUp],
])('the result is an error if %s', async (_, one, other) => {
  first.behave(one)
  second.behave(other)
  await expect(createSolana().ask(SOLANA, 'getBalance', [])).rejects.toMatchObject({ code: 'upstream.unavailable' })
  expect([first.requests, second.requests]).toEqual([['getBalance'], ['getBalance']])
})

test('credentials in a node’s URL are sent with Basic authentication', async () => {
  const sent: unknown[] = []
  first.behave((body, response, request) => {
    sent.push(request.headers.authorization)
    answering(1)(body, response, request)
  })
  const url = Object.assign(new URL(first.url), { username: 'operator', password: 'p@ss:word' })
  await createChains(new Map([[SOLANA, [url]]])).ask(SOLANA, 'getBalance', [])
  expect(sent).toEqual([`Basic ${Buffer.from('operator:p@ss:word').toString('base64')}`])
})

test('a late result of an aborted request is dropped', async () => {
  const asker = new AbortController()
  first.behave((...request) => {
    asker.abort()
    answering(1)(...request)
  })
  await expect(createSolana().ask(SOLANA, 'getBalance', [], asker.signal)).rejects.toMatchObject({ name: 'AbortError' })
})

test('after the service has stopped, it does not wait for a node', async () => {
  const life = new AbortController()
  first.behave(() => life.abort())
  await expect(createSolana(life.signal).ask(SOLANA, 'getBalance', [])).rejects.toMatchObject({
    code: 'upstream.unavailable',
  })
  expect(second.requests).toEqual([])
})

test('EVM and other chains have separate clients, and chains without a node are refused', async () => {
  const nodes: [CaipNetworkId, URL[]][] = [
    [ETHEREUM, [first.url]],
    [SOLANA, [second.url]],
  ]
  const chains = createChains(new Map(nodes))
  expect(chains.ids).toEqual([ETHEREUM, SOLANA])
  for (const id of [ETHEREUM, 'bip122:000000000019d6689c085ae165831e93'] as const) {
    await expect(chains.ask(id, 'getBalance', [])).rejects.toMatchObject({ code: 'chain.unsupported' })
  }
  for (const id of [SOLANA, 'eip155:10'] as const) {
    expect(() => chains.evm(id)).toThrow(expect.objectContaining({ code: 'chain.unsupported' }))
  }
  expect(chains.evm(ETHEREUM)).toBe(chains.evm(ETHEREUM))
})
