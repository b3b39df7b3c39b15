import { JSON_RPC_ERRORS, JsonRpcResponse } from '@portico/contracts/services/jsonRpc'
import {
  anything,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  string,
  stringify,
} from 'fast-check'
import { array, is, parse } from 'valibot'
import { answering, type FakeNode, failingWith, freeUrl, saying, startFakeNode } from '../../testing/fakeNode.ts'
import { createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from '../projectConfig/knownProjects.ts'
import type { Project } from '../projectConfig/project.ts'
import { sampleFeatures } from '../projectConfig/seedProject.ts'
import { jsonRpcApi } from './jsonRpcApi.ts'
import { BATCH_MAX_REQUESTS, REQUEST_MAX_BYTES } from './limits.ts'
import type { UpstreamList } from './upstreamList.ts'

const SHOP = '0'.repeat(31) + 1
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

let node: FakeNode
const lines: string[] = []

beforeAll(async () => {
  node = await startFakeNode(answering('0x2a'))
})
afterAll(() => node.close())
beforeEach(() => {
  node.behave(answering('0x2a'))
  node.requests.length = 0
  lines.length = 0
})

const projectOf = (id: string): Project => ({
  id,
  isAnalyticsEnabled: false,
  features: sampleFeatures,
  remotes: {},
  allowedOrigins: [],
})

function serviceWith(upstreams: UpstreamList, requestsPerSecond = 100_000) {
  const log = createLog('info', (line) => lines.push(line))
  const known = createKnownProjects(async (id) => (id === SHOP ? projectOf(id) : undefined))
  return createApp(log).route('/', jsonRpcApi(known, log, { upstreams, requestsPerSecond }))
}

const service = () =>
  serviceWith(
    new Map([
      ['eip155:1', [node.url]],
      [SOLANA, [node.url]],
      [BITCOIN, [node.url]],
    ]),
  )

const url = (chainId = 'eip155:1', projectId = SHOP) =>
  `/v1/?chainId=${encodeURIComponent(chainId)}&projectId=${projectId}&st=appkit&sv=react-wagmi-1.7.19`

const call = (method: string, id: unknown = 1, params: unknown[] = []) => ({ jsonrpc: '2.0', id, method, params })
const send = (body: unknown, path = url(), app = service(), type = 'text/plain;charset=UTF-8') =>
  app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const ask = async (body: unknown, path = url()) => {
  const answer = await send(body, path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return answer.json()
}

async function expectError(answer: Response, status: number, code: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({ error: { code, message: expect.any(String) } })
}

describe('single calls', () => {
  test.each([
    ['eip155:1', 'eth_getBalance'],
    [SOLANA, 'getBalance'],
    [BITCOIN, 'getblockcount'],
  ])('on the chain %s, a node answers the method %s', async (chainId, method) => {
    expect(parse(JsonRpcResponse, await ask(call(method), url(chainId)))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: '0x2a',
    })
  })

  test.each(['text/plain;charset=UTF-8', 'application/json', 'application/x-www-form-urlencoded'])(
    'the body is read as JSON if its type is %s, with and without a trailing slash in the path',
    async (type) => {
      for (const path of [url(), url().replace('/v1/?', '/v1?')]) {
        expect((await send(call('eth_call'), path, service(), type)).status).toBe(200)
      }
    },
  )

  test.each([7, 'a"b', '', 0, -1, 1.5, null, Number.MAX_SAFE_INTEGER])('a call gets its id %j back', async (id) => {
    expect(await ask(call('eth_call', id))).toEqual({ jsonrpc: '2.0', id, result: '0x2a' })
  })

  test('the parameters are sent to the node exactly as written, without any other members of the request', async () => {
    node.behave((body, response) => void response.end(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(body)}}`))
    const params = '[ {"lamports":18446744073709551615 }, "\\u00e9" ]'
    const body = `{"x":1,"jsonrpc":"2.0","id":"a","method":"eth_accounts","params":[],"params":${params},"method":"eth_call"}`
    expect(await ask(body)).toMatchObject({
      id: 'a',
      result: `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`,
    })
  })

  test('the visitor sees why a call reverts', async () => {
    node.behave(failingWith({ code: 3, message: 'execution reverted: no' }))
    expect(await ask(call('eth_call'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 3, message: 'execution reverted: no' },
    })
  })

  test.each([
    ['eth_chainId', '0x1'],
    ['net_version', '1'],
    ['net_listening', true],
  ])('the service answers the method %s itself, without a node', async (method, result) => {
    expect(await ask(call(method))).toEqual({ jsonrpc: '2.0', id: 1, result })
    expect(node.requests).toEqual([])
  })

  test.each([
    ['eip155:1', 'eth_accounts'],
    ['eip155:1', 'personal_sign'],
    ['eip155:1', 'anvil_setBalance'],
    [SOLANA, 'eth_call'],
    [SOLANA, 'eth_chainId'],
    [BITCOIN, 'sendtoaddress'],
  ])('on the chain %s, the method %s is unknown and does not reach a node', async (chainId, method) => {
    const error = { code: -32601, message: JSON_RPC_ERRORS.methodNotFound.message }
    expect(await ask(call(method), url(chainId))).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(node.requests).toEqual([])
  })

  test('a call without an id is a notification: it is executed, but gets no response', async () => {
    for (const method of ['eth_sendRawTransaction', 'eth_accounts']) {
      const answer = await send({ jsonrpc: '2.0', method })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
    expect(node.requests).toEqual(['eth_sendRawTransaction'])
  })
})

describe('batches of calls', () => {
  test('a batch is answered in order, with results from nodes, local results and errors', async () => {
    const body = [
      call('eth_getBalance', 'a'),
      call('eth_chainId', 'b'),
      { jsonrpc: '2.0', method: 'eth_call' },
      call('eth_accounts', 'c'),
      { jsonrpc: '1.0', id: 'd', method: 'eth_call' },
      7,
      call('eth_gasPrice', 'e'),
      call('eth_gasPrice', 'e'),
    ]
    const answers = parse(array(JsonRpcResponse), await ask(body))
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 'a', result: '0x2a' },
      { jsonrpc: '2.0', id: 'b', result: '0x1' },
      { jsonrpc: '2.0', id: 'c', error: JSON_RPC_ERRORS.methodNotFound },
      { jsonrpc: '2.0', id: null, error: JSON_RPC_ERRORS.invalidRequest },
      { jsonrpc: '2.0', id: null, error: JSON_RPC_ERRORS.invalidRequest },
      { jsonrpc: '2.0', id: 'e', result: '0x2a' },
      { jsonrpc: '2.0', id: 'e', result: '0x2a' },
    ])
    expect(node.requests).toEqual([['eth_getBalance', 'eth_call', 'eth_gasPrice', 'eth_gasPrice']])
  })

  test('a batch of one call gets an array, and a batch of notifications gets no body', async () => {
    expect(await ask([call('eth_call')])).toEqual([{ jsonrpc: '2.0', id: 1, result: '0x2a' }])
    expect((await send([{ jsonrpc: '2.0', method: 'eth_call' }])).status).toBe(204)
  })

  test('the transactions of a batch are submitted one by one, in order', async () => {
    const transactions = [1, 2].map((id) => call('eth_sendRawTransaction', id))
    expect(await ask([call('eth_call', 0), call('eth_call', 3), ...transactions])).toHaveLength(4)
    expect(node.requests).toHaveLength(3)
    expect(node.requests).toEqual(
      expect.arrayContaining([['eth_call', 'eth_call'], 'eth_sendRawTransaction', 'eth_sendRawTransaction']),
    )
  })

  test('an accepted transaction is reported even if the other calls of the batch have failed', async () => {
    node.behave((body, response, request) => {
      if (body.includes('eth_sendRawTransaction')) answering('0xhash')(body, response, request)
      else saying('', 503)(body, response, request)
    })
    expect(await ask([call('eth_call', 1), call('eth_sendRawTransaction', 2)])).toEqual([
      { jsonrpc: '2.0', id: 1, error: JSON_RPC_ERRORS.unavailable },
      { jsonrpc: '2.0', id: 2, result: '0xhash' },
    ])
  })
})

describe('errors that the site owner sees', () => {
  const body = call('eth_call')

  test('a page that the project does not allow gets an error, and causes no request to a node', async () => {
    const request = {
      method: 'POST',
      headers: { Origin: 'https://thief.example' },
      body: JSON.stringify(call('eth_chainId')),
    }
    await expectError(await service().request(url(), request), 403, 'origin.notAllowed')
    expect(node.requests).toEqual([])
    const allowed = { ...request, headers: { Origin: 'http://localhost:3000' } }
    expect((await service().request(url(), allowed)).status).toBe(200)
  })

  test('a missing, malformed or unknown project is an error', async () => {
    await expectError(await send(body, '/v1/?chainId=eip155:1'), 401, 'project.missing')
    await expectError(await send(body, url('eip155:1', 'YOUR_PROJECT_ID')), 401, 'project.malformed')
    await expectError(await send(body, url('eip155:1', 'f'.repeat(32))), 404, 'project.unknown')
  })

  test('a missing, malformed or unsupported chain is an error', async () => {
    await expectError(await send(body, `/v1/?projectId=${SHOP}`), 400, 'chain.missing')
    for (const chainId of ['1', 'eip155:', 'eip155:0x1', 'EIP155:1', 'eip155:1:0x', 'cosmos:cosmoshub-4', 'ton:-239']) {
      await expectError(await send(body, url(chainId)), 400, 'chain.malformed')
    }
    for (const chainId of ['eip155:2', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']) {
      await expectError(await send(body, url(chainId)), 400, 'chain.unsupported')
    }
    await expectError(await send(body, url(), serviceWith(new Map())), 400, 'chain.unsupported')
  })

  test.each([
    ['an empty text', ''],
    ['invalid JSON', '{"jsonrpc":"2.0",'],
    ['a form', 'method=eth_call'],
  ])('a non-JSON body is an error: %s', async (_, text) => expectError(await send(text), 422, 'request.notJson'))

  test.each([
    ['a number', 7],
    ['null', null],
    ['an empty object', {}],
    ['another version', { ...body, jsonrpc: '1.0' }],
    ['a method that is not a text', { ...body, method: 1 }],
    ['parameters that are not a list', { ...body, params: 'latest' }],
    ['an id that is an object', { ...body, id: {} }],
    ['an id beyond the safe integers', { ...body, id: 2 ** 53 }],
    ['an empty batch', []],
    ['a batch without any request', [1, {}, 'a']],
    ['a batch that is too long', Array(BATCH_MAX_REQUESTS + 1).fill(body)],
  ])('an invalid request is an error: %s', async (_, value) => expectError(await send(value), 400, 'request.invalid'))

  test('a body that is too large is an error', async () => {
    const large = call('eth_call', 1, ['0'.repeat(REQUEST_MAX_BYTES)])
    await expectError(await send(large), 413, 'request.tooLarge')
  })

  test('a project over its limit gets a retry time; each entry of a batch counts as a request', async () => {
    const app = serviceWith(new Map([['eip155:1', [node.url]]]), 2)
    expect((await send(Array(9).fill(body), url(), app)).status).toBe(200)
    const answer = await send([body, body], url(), app)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After')
    await expectError(answer, 429, 'rate.limited')
    expect(node.requests).toHaveLength(1)
  })

  test('large bodies and responses use up more of the limit', async () => {
    const app = serviceWith(new Map([['eip155:1', [node.url]]]), 2)
    node.behave(answering('0'.repeat(850_000)))
    expect((await send(body, url(), app)).status).toBe(200)
    expect((await send(body, url(), app)).status).toBe(200)
    await expectError(await send(body, url(), app), 429, 'rate.limited')
    const other = serviceWith(new Map([['eip155:1', [node.url]]]), 1)
    await expectError(await send(call('eth_call', 1, ['0'.repeat(600_000)]), url(), other), 429, 'rate.limited')
  })

  test('a chain whose nodes all fail causes an error', async () => {
    const app = serviceWith(new Map([['eip155:1', [await freeUrl(), await freeUrl()]]]))
    await expectError(await send(body, url(), app), 503, 'upstream.unavailable')
    await expectError(await send([body, call('eth_chainId', 2)], url(), app), 503, 'upstream.unavailable')
    expect((await send(call('eth_chainId'), url(), app)).status).toBe(200)
  })
})

test('any site may send requests, even with headers that need a preflight', async () => {
  const answer = await service().request(url(), {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': 'content-type',
  })
})

test('the log contains no address, parameter, project or node URL', async () => {
  const secret = Object.assign(new URL('/v3/s3cret?key=s3cret', node.url), { username: 'me', password: 's3cret' })
  const app = serviceWith(new Map([['eip155:1', [secret, await freeUrl()]]]))
  node.behave(saying(`s3cret ${ADDRESS}`, 500))
  const body = call('eth_getBalance', 1, [ADDRESS, 'latest'])
  expect((await send(body, `${url()}&clientId=s3cret`, app)).status).toBe(503)
  await send([body, call('eth_accounts')], url(), app)
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(
    expect.arrayContaining(['an upstream failed', 'no upstream answers', 'request']),
  )
  expect(lines.join('\n')).not.toMatch(new RegExp(`s3cret|${ADDRESS}|${SHOP}|127\\.0\\.0\\.1|eth_getBalance`, 'i'))
})

test('every JSON-RPC request gets a response, and never an internal error', async () => {
  const app = service()
  const entry = oneof(
    jsonValue(),
    dictionary(constantFrom('jsonrpc', 'id', 'method', 'params', '__proto__'), jsonValue()),
    dictionary(constantFrom('id', 'params'), jsonValue()).map((rest) => ({
      jsonrpc: '2.0',
      method: 'eth_call',
      ...rest,
    })),
  )
  const body = oneof(
    string({ unit: 'binary' }),
    anything().map(stringify),
    entry.map((value) => JSON.stringify(value)),
    oneof(entry, entry).map((value) => JSON.stringify([value, value])),
  )
  await assert(
    asyncProperty(body, async (text) => {
      const answer = await send(text, url(), app)
      if (answer.status === 204) return
      const value: unknown = await answer.json()
      const isAnswered = is(JsonRpcResponse, value) || is(array(JsonRpcResponse), value)
      expect([answer.status, isAnswered]).toEqual(answer.status === 200 ? [200, true] : [expect.any(Number), false])
      if (answer.status !== 200) expect([400, 422]).toContain(answer.status)
    }),
    { numRuns: 300 },
  )
  await assert(
    asyncProperty(string({ unit: 'binary' }), string(), async (chainId, projectId) => {
      const query = new URLSearchParams({ chainId, projectId })
      expect([400, 401]).toContain((await send(call('eth_call'), `/v1/?${query}`, app)).status)
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['nested too deeply', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
  ['a list that is too long', `[${'0,'.repeat(400_000)}0]`],
])('JSON that is %s is refused before it is parsed, and does not reach a node', async (_, params) => {
  await expectError(
    await send(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`),
    400,
    'request.tooComplex',
  )
  expect(node.requests).toEqual([])
})
