import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { array, assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, string } from 'fast-check'
import {
  answering,
  type Behaviour,
  cutting,
  type FakeNode,
  failingWith,
  freeUrl,
  hanging,
  hangingUp,
  saying,
  startFakeNode,
} from '../../testing/fakeNode.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { RESPONSE_MAX_BYTES } from './limits.ts'
import { parseRpcChain } from './upstreamList.ts'
import { createUpstreams } from './upstreams.ts'

const nodes: FakeNode[] = []
const lines: string[] = []

async function nodeThat(behaviour: Behaviour) {
  const node = await startFakeNode(behaviour)
  nodes.push(node)
  return node
}

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
  lines.length = 0
})

/** A clock that only the tests move, so that they decide when a rest ends. */
const clock = { nowMs: 0 }

function upstreamsOf(urls: readonly URL[], caip2 = 'eip155:1', attemptTimeoutMs = 200, signal?: AbortSignal) {
  const chain = parseRpcChain(caip2)
  if (!chain) throw new Error(caip2)
  const log = createLog('info', (line) => lines.push(line))
  return createUpstreams({ chain, urls, log, signal, attemptTimeoutMs, totalTimeoutMs: 2_000, now: () => clock.nowMs })
}

const BALANCE = { method: 'eth_getBalance', params: '["0xaddress","latest"]' }
const SEND = { method: 'eth_sendRawTransaction', params: '["0xsigned"]' }
const OUTCOME_UNKNOWN = [{ error: JSON.stringify(JSON_RPC_ERRORS.outcomeUnknown) }]

const answer = (result: unknown) => [{ result: JSON.stringify(result) }]

describe('failures of the first node', () => {
  test.each<[string, Behaviour]>([
    ['hangs', hanging],
    ['hangs up', hangingUp],
    ['cuts its answer short', cutting],
    ['asks for a pause (429)', saying('{"error":"slow down"}', 429)],
    ['refuses our key (401)', saying('no', 401)],
    ['fails (500)', saying('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"oops"}}', 500)],
    ['is behind a proxy that fails (502)', saying('<html>', 502)],
    ['has moved (302)', saying('', 302, { Location: 'http://127.0.0.1:1' })],
    ['is not a node', saying('<html>Welcome</html>')],
    ['answers with an empty body', saying('')],
    ['answers with null', saying('null')],
    ['answers with incomplete JSON', saying('{"jsonrpc":"2.0","id":1,')],
    ['answers another request', saying('{"jsonrpc":"2.0","id":7,"result":"0x1"}')],
    ['answers without a result', saying('{"jsonrpc":"2.0","id":1}')],
    ['answers with an error of the wrong type', saying('{"jsonrpc":"2.0","id":1,"error":"no"}')],
  ])('if the first node %s, the visitor gets an answer from the second node', async (_, behaviour) => {
    const [first, second] = [await nodeThat(behaviour), await nodeThat(answering('0x2a'))]
    expect(await upstreamsOf([first.url, second.url]).ask([BALANCE])).toEqual(answer('0x2a'))
    expect(first.requests).toEqual(['eth_getBalance'])
  })

  test('if the first node is unreachable, the visitor gets an answer from the second node', async () => {
    const second = await nodeThat(answering('0x2a'))
    expect(await upstreamsOf([await freeUrl(), second.url]).ask([BALANCE])).toEqual(answer('0x2a'))
  })
})

test('the preferred node is used as long as it works', async () => {
  const [first, second] = [await nodeThat(answering('0x1')), await nodeThat(answering('0x2'))]
  const upstreams = upstreamsOf([first.url, second.url])
  for (let count = 0; count < 3; count++) expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
  expect(second.requests).toEqual([])
})

test('a node’s JSON-RPC error is passed on, and no other node is tried', async () => {
  const [first, second] = [
    await nodeThat(failingWith({ code: 3, message: 'execution reverted' })),
    await nodeThat(hanging),
  ]
  expect(await upstreamsOf([first.url, second.url]).ask([BALANCE])).toEqual([
    { error: '{"code":3,"message":"execution reverted"}' },
  ])
  expect(second.requests).toEqual([])
  expect(lines).toEqual([])
})

describe('nodes after a failure', () => {
  test('a failed node rests, is probed by the service, and then takes over again', async () => {
    const [first, second] = [await nodeThat(saying('', 503)), await nodeThat(answering('0x2'))]
    const upstreams = upstreamsOf([first.url, second.url])
    for (let count = 0; count < 3; count++) expect(await upstreams.ask([BALANCE])).toEqual(answer('0x2'))
    expect(first.requests).toEqual(['eth_getBalance'])

    clock.nowMs += 1_000
    expect(await upstreams.ask([BALANCE])).toEqual(answer('0x2'))
    await until(() => first.requests.length === 2)
    expect(first.requests[1]).toBe('eth_blockNumber')

    first.behave(answering('0x1'))
    // A second failure doubles the rest.
    await until(() => lines.length === 2)
    clock.nowMs += 1_999
    await upstreams.ask([BALANCE])
    expect(first.requests).toHaveLength(2)
    clock.nowMs += 1
    await upstreams.ask([BALANCE])
    await until(() => lines.some((line) => line.includes('an upstream is back')))
    expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
  })

  test('a failed node rests for as long as it asks for', async () => {
    const [first, second] = [await nodeThat(saying('', 429, { 'Retry-After': '20' })), await nodeThat(answering('0x2'))]
    const upstreams = upstreamsOf([first.url, second.url])
    await upstreams.ask([BALANCE])
    clock.nowMs += 19_999
    await upstreams.ask([BALANCE])
    expect(first.requests).toHaveLength(1)
    clock.nowMs += 1
    await upstreams.ask([BALANCE])
    await until(() => first.requests.length === 2)
  })

  test('if no other node works, a failed node is still used, so that visitors get answers as soon as it recovers', async () => {
    const only = await nodeThat(saying('', 500))
    const upstreams = upstreamsOf([only.url])
    expect(await upstreams.ask([BALANCE])).toBeUndefined()
    only.behave(answering('0x1'))
    expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
  })

  test('a failed node is logged by its position, without its address and key', async () => {
    const first = await nodeThat((_, response, request) => {
      response.writeHead(500).end(request.headers.authorization)
    })
    const url = Object.assign(new URL('/key/s3cret?token=s3cret', first.url), { username: 'me', password: 's3cret' })
    await upstreamsOf([url, new URL('http://s3cret.invalid')]).ask([BALANCE])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        chainId: 'eip155:1',
        upstream: 1,
        reason: 'HTTP 500',
        coolDownMs: 1_000,
      }),
      expect.objectContaining({ level: 'warn', chainId: 'eip155:1', upstream: 2 }),
    ])
    expect(lines.join()).not.toMatch(/s3cret|127\.0\.0\.1|0xaddress/)
  })
})

test('credentials in a node’s URL are sent to the node', async () => {
  const node = await nodeThat((body, response, request) =>
    answering(request.headers.authorization)(body, response, request),
  )
  const url = Object.assign(new URL(node.url), { username: 'me', password: 's3cret' })
  expect(await upstreamsOf([url]).ask([BALANCE])).toEqual(answer(`Basic ${btoa('me:s3cret')}`))
})

test('the visitor gets an error only after all nodes have failed', async () => {
  const [first, second] = [await nodeThat(hangingUp), await nodeThat(saying('', 502))]
  expect(await upstreamsOf([first.url, second.url]).ask([BALANCE])).toBeUndefined()
  expect([first.requests, second.requests]).toEqual([['eth_getBalance'], ['eth_getBalance']])
})

describe('batches of calls to a node', () => {
  const calls = [BALANCE, { method: 'eth_gasPrice' }, BALANCE]

  test('a batch is sent as one request, and answers are matched to their calls in any order', async () => {
    const node = await nodeThat((body, response) => {
      const sent: { id: number; method: string }[] = JSON.parse(body)
      response.end(JSON.stringify(sent.map(({ id, method }) => ({ id, result: `${method} ${id}` })).reverse()))
    })
    expect(await upstreamsOf([node.url]).ask(calls)).toEqual([
      { result: '"eth_getBalance 1"' },
      { result: '"eth_gasPrice 2"' },
      { result: '"eth_getBalance 3"' },
    ])
    expect(node.requests).toEqual([['eth_getBalance', 'eth_gasPrice', 'eth_getBalance']])
  })

  test('a batch with a missing answer is sent to the next node', async () => {
    const [first, second] = [
      await nodeThat(saying('[{"jsonrpc":"2.0","id":1,"result":1},{"jsonrpc":"2.0","id":2,"result":2}]')),
      await nodeThat(answering(0)),
    ]
    expect(await upstreamsOf([first.url, second.url]).ask(calls)).toEqual(calls.map(() => ({ result: '0' })))
  })

  test('if a node rejects a batch with one error, every call of the batch gets this error', async () => {
    const node = await nodeThat(saying('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'))
    const error = '{"code":-32600,"message":"no batches"}'
    expect(await upstreamsOf([node.url]).ask(calls)).toEqual([{ error }, { error }, { error }])
  })
})

test('whatever a node sends, the visitor gets valid JSON with one answer per call, or no answers at all', async () => {
  const node = await nodeThat(hanging)
  const upstreams = upstreamsOf([node.url])
  const member = oneof(jsonValue(), constantFrom(1, 2, null, { code: -1, message: 'no' }))
  const reply = dictionary(constantFrom('jsonrpc', 'id', 'result', 'error'), member)
  const text = oneof(
    string({ unit: 'binary' }),
    oneof(jsonValue(), reply, array(reply, { maxLength: 3 })).map((value) => JSON.stringify(value)),
  )
  const status = constantFrom(200, 201, 204, 400, 404, 413, 429, 500, 503)
  await assert(
    asyncProperty(text, status, constantFrom(1, 2), async (said, code, count) => {
      node.behave(saying(said, code))
      const answers = await upstreams.ask(Array(count).fill(BALANCE))
      if (!answers) return
      expect(answers).toHaveLength(count)
      for (const each of answers) JSON.parse('result' in each ? each.result : each.error)
    }),
    { numRuns: 300 },
  )
})

test('if all nodes refuse a request without a reason, the request counts as wrong, and the nodes stay in use', async () => {
  const [first, second] = [await nodeThat(saying('cannot parse', 400)), await nodeThat(saying('cannot parse', 422))]
  const upstreams = upstreamsOf([first.url, second.url])
  expect(await upstreams.ask([BALANCE])).toEqual([{ error: JSON.stringify(JSON_RPC_ERRORS.requestRefused) }])
  first.behave(answering('0x1'))
  expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
})

test('a response that is too large is reported, and no other node is tried', async () => {
  const text = `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(RESPONSE_MAX_BYTES)}"}`
  const [first, second] = [await nodeThat(saying(text)), await nodeThat(answering('0x1'))]
  expect(await upstreamsOf([first.url, second.url], 'eip155:1', 2_000).ask([BALANCE])).toEqual([
    { error: JSON.stringify(JSON_RPC_ERRORS.answerTooLarge) },
  ])
  expect(second.requests).toEqual([])
})

/**
 * The node closes a reused connection just when the first request is sent; for all later requests, it behaves as given.
 */
function hangingUpOnce(then: Behaviour): Behaviour {
  let isFirst = true
  return (body, response, request) => {
    if (isFirst) response.destroy()
    else then(body, response, request)
    isFirst = false
  }
}

test('if a node closes its connection between two requests, visitors and log do not notice', async () => {
  const node = await nodeThat(answering('0x1'))
  const upstreams = upstreamsOf([node.url])
  expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
  node.behave(hangingUpOnce(answering('0x2')))
  expect(await upstreams.ask([BALANCE])).toEqual(answer('0x2'))
  expect(lines).toEqual([])
})

describe('signed transactions', () => {
  test('if the first node never received a transaction, the second node’s error is reported', async () => {
    const second = await nodeThat(failingWith({ code: -32000, message: 'nonce too low' }))
    expect(await upstreamsOf([await freeUrl(), second.url]).ask([SEND])).toEqual([
      { error: '{"code":-32000,"message":"nonce too low"}' },
    ])
  })

  test.each<[string, Behaviour]>([
    ['falls silent', hanging],
    ['fails', saying('', 502)],
    ['is cut off', cutting],
  ])('if the first node %s, a transaction that the second node accepts succeeds', async (_, behaviour) => {
    const [first, second] = [await nodeThat(behaviour), await nodeThat(answering('0xhash'))]
    expect(await upstreamsOf([first.url, second.url]).ask([SEND])).toEqual(answer('0xhash'))
  })

  test.each<[string, Behaviour, Behaviour]>([
    ['the second already has it', hanging, failingWith({ code: -32000, message: 'already known' })],
    ['the second finds its nonce used', cutting, failingWith({ code: -32000, message: 'nonce too low' })],
    ['the second is down', hanging, saying('', 503)],
  ])('a transaction is not reported as failed if the first node may have accepted it and %s', async (_, one, other) => {
    const [first, second] = [await nodeThat(one), await nodeThat(other)]
    expect(await upstreamsOf([first.url, second.url]).ask([SEND])).toEqual(OUTCOME_UNKNOWN)
  })

  test('a transaction that was sent twice because a connection had ended is not reported as failed', async () => {
    const node = await nodeThat(answering('0x1'))
    const upstreams = upstreamsOf([node.url])
    await upstreams.ask([BALANCE])
    node.behave(hangingUpOnce(failingWith({ code: -32000, message: 'already known' })))
    expect(await upstreams.ask([SEND])).toEqual(OUTCOME_UNKNOWN)
  })

  test('a transaction that no node has received gets no answer, so that it can be sent again', async () => {
    const second = await nodeThat(saying('', 429))
    expect(await upstreamsOf([await freeUrl(), second.url]).ask([SEND])).toBeUndefined()
  })
})

describe('Bitcoin nodes', () => {
  const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

  test('a Bitcoin node that speaks JSON-RPC 1 is understood', async () => {
    const node = await nodeThat(saying('{"result":850000,"error":null,"id":1}\n'))
    expect(await upstreamsOf([node.url], BITCOIN).ask([{ method: 'getblockcount' }])).toEqual([{ result: '850000' }])
  })

  test.each([404, 500])('a Bitcoin node’s error with the status %i is passed on', async (status) => {
    const error = '{"code":-5,"message":"No such mempool transaction"}'
    const node = await nodeThat(saying(`{"result":null,"error":${error},"id":1}`, status))
    const upstreams = upstreamsOf([node.url], BITCOIN)
    expect(await upstreams.ask([{ method: 'getrawtransaction', params: '["00"]' }])).toEqual([{ error }])
    expect(lines).toEqual([])
  })
})

test('Solana’s numbers that are too large for JavaScript arrive unchanged', async () => {
  const account = '{"lamports":9007199254740993,"rentEpoch":18446744073709551615}'
  const node = await nodeThat(saying(`{"jsonrpc":"2.0","result":{"context":{"slot":1},"value":${account}},"id":1}`))
  const upstreams = upstreamsOf([node.url], 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(await upstreams.ask([{ method: 'getAccountInfo', params: '["11111111111111111111111111111111"]' }])).toEqual([
    { result: `{"context":{"slot":1},"value":${account}}` },
  ])
})

test('when the service stops, pending requests end, new ones are refused, and connections are closed', async () => {
  const node = await nodeThat(answering('0x1'))
  const life = new AbortController()
  const upstreams = upstreamsOf([node.url, node.url], 'eip155:1', 60_000, life.signal)
  expect(await upstreams.ask([BALANCE])).toEqual(answer('0x1'))
  node.behave(hanging)
  const requests = upstreams.ask([BALANCE])
  await until(() => node.requests.length === 2)
  life.abort()
  expect(await requests).toBeUndefined()
  expect(await upstreams.ask([BALANCE])).toBeUndefined()
  await until(() => node.connections === 0)
  expect(node.requests).toHaveLength(2)
  expect(lines).toEqual([])
})
