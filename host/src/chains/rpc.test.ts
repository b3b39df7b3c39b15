import { ethereum } from '@portico/contracts/testing'
import fc from 'fast-check'
import { createRpc, rpcOf } from './rpc.ts'
import { RpcError } from './rpcCall.ts'

const ONE = 'https://one.example/'
const TWO = 'https://two.example/'
const PROBE = { method: 'probe' }
const CALL = { method: 'eth_call', params: [{ to: '0x0' }, 'latest'] }

type Answer = (body: { method: string }, signal: AbortSignal) => Response | Promise<Response>
let answers: Record<string, Answer>
const requests: { url: string; method: string; type: string | null; body: unknown }[] = []

beforeEach(() => {
  jest.useFakeTimers()
  requests.length = 0
  answers = {}
  globalThis.fetch = jest.fn(async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body))
    requests.push({ url, method: body.method, type: new Headers(init.headers).get('Content-Type'), body })
    const answer = answers[url]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(body, init.signal as AbortSignal)
  }) as never
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const result = (value: unknown) => () => Response.json({ jsonrpc: '2.0', id: 1, result: value })
const error =
  (code: number, message = '', data?: unknown, status = 200) =>
  () =>
    Response.json({ jsonrpc: '2.0', id: 1, error: { code, message, data } }, { status })
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('', { status: code, headers })
/** Never answers, until it is aborted. */
const silent: Answer = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const requestedUrls = () => requests.filter(({ method }) => method !== PROBE.method).map(({ url }) => url)

/** Runs the fake timers until `work` settles, and returns its result or error. */
async function outcome<T>(work: Promise<T>): Promise<T | Error> {
  const settled = work.catch((failure: unknown) => failure as Error)
  await jest.advanceTimersByTimeAsync(60_000)
  return settled
}

test('a request is JSON-RPC 2.0, and resolves with its result', async () => {
  answers[ONE] = result('0x5')
  expect(await createRpc([ONE], PROBE).request(CALL)).toBe('0x5')
  expect(requests).toMatchObject([{ url: ONE, type: 'application/json', body: { jsonrpc: '2.0', id: 1, ...CALL } }])
})

test('a request to our own service needs no preflight', async () => {
  const url = 'https://rpc.example/v1/?chainId=eip155:1&projectId=abc'
  answers[url] = result(null)
  expect(await createRpc([url], PROBE).request(CALL)).toBeNull()
  expect(requests[0]?.type).toBe('text/plain')
})

describe('a request goes to the next node', () => {
  test.each<[string, Answer | undefined]>([
    ['cannot be reached', undefined],
    ['has an error of its own', status(500)],
    ['responds with an internal error', error(-32603, 'Internal error', undefined, 502)],
    ['is unavailable', status(503)],
    ['limits requests', status(429)],
    ['limits requests by an error code', error(-32005, 'limit exceeded')],
    ['lags behind the others', error(-32005, 'Node is behind by 42 slots')],
    ['refuses this site', status(403)],
    ['answers with an HTML page', () => new Response('<html>')],
    ['sends an invalid answer', () => Response.json([])],
    ['sends an invalid error', () => Response.json({ error: 'no' })],
  ])('when the first %s', async (_, answer) => {
    if (answer) answers[ONE] = answer
    answers[TWO] = result(7)
    expect(await createRpc([ONE, TWO], PROBE).request(CALL)).toBe(7)
    expect(requestedUrls()).toEqual([ONE, TWO])
  })

  test('when the first has not answered for eight seconds', async () => {
    answers[ONE] = silent
    answers[TWO] = result(7)
    const asking = createRpc([ONE, TWO], PROBE).request(CALL)
    await jest.advanceTimersByTimeAsync(7_999)
    expect(requestedUrls()).toEqual([ONE])
    await jest.advanceTimersByTimeAsync(1)
    expect(await asking).toBe(7)
  })
})

test.each<[string, Answer]>([
  ['a revert', error(3, 'execution reverted', '0x08c379a0')],
  ['invalid parameters', error(-32602, 'invalid argument')],
  ['an error with a failing status', error(-32000, 'already known', undefined, 400)],
])('an error caused by the request itself is final: %s', async (_, answer) => {
  answers[ONE] = answer
  answers[TWO] = result(7)
  const failure = await outcome(createRpc([ONE, TWO], PROBE).request(CALL))
  expect(failure).toBeInstanceOf(RpcError)
  expect(requestedUrls()).toEqual([ONE])
})

test("the node's details about its error are kept", async () => {
  answers[ONE] = error(3, 'execution reverted', '0x08c379a0')
  await expect(createRpc([ONE], PROBE).request(CALL)).rejects.toMatchObject({
    name: 'RpcError',
    code: 3,
    message: 'execution reverted',
    data: '0x08c379a0',
  })
})

test('if no node answers, all are tried once more; then the service counts as unreachable', async () => {
  expect(await outcome(createRpc([ONE, TWO], PROBE).request(CALL))).toMatchObject({
    code: 'service.unreachable',
    cause: { name: 'NodeFailure' },
  })
  expect(requestedUrls()).toEqual([ONE, TWO, ONE, TWO])
})

test('if the second attempt succeeds, the first failure is not reported', async () => {
  answers[ONE] = () => {
    answers[ONE] = result(7)
    return new Response('', { status: 502 })
  }
  expect(await outcome(createRpc([ONE], PROBE).request(CALL))).toBe(7)
})

test('without any node, the service counts as unreachable', async () => {
  expect(await outcome(createRpc([], PROBE).request(CALL))).toMatchObject({ code: 'service.unreachable' })
})

describe('a node that limits requests', () => {
  test('is skipped for the time that it asks for, and then used again', async () => {
    answers[ONE] = status(429, { 'Retry-After': '30' })
    answers[TWO] = result(2)
    const rpc = createRpc([ONE, TWO], PROBE)
    expect(await rpc.request(CALL)).toBe(2)
    answers[ONE] = result(1)
    await jest.advanceTimersByTimeAsync(29_000)
    expect(await rpc.request(CALL)).toBe(2)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await rpc.request(CALL)).toBe(1)
    expect(requestedUrls()).toEqual([ONE, TWO, TWO, ONE])
  })

  test('may give the time as a date', async () => {
    const until = new Date(Date.now() + 30_000)
    answers[ONE] = status(429, { 'Retry-After': until.toUTCString() })
    answers[TWO] = result(2)
    const rpc = createRpc([ONE, TWO], PROBE)
    await rpc.request(CALL)
    await jest.advanceTimersByTimeAsync(28_000)
    await rpc.request(CALL)
    expect(requestedUrls()).toEqual([ONE, TWO, TWO])
  })

  test('is skipped for longer after each refusal without a given time, until it answers', async () => {
    answers[ONE] = status(429)
    answers[TWO] = result(2)
    const rpc = createRpc([ONE, TWO], PROBE)
    const isAsked = async () => {
      requests.length = 0
      await rpc.request(CALL)
      return requestedUrls().includes(ONE)
    }
    expect(await isAsked()).toBe(true)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await isAsked()).toBe(true)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await isAsked()).toBe(false)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(await isAsked()).toBe(true)
    answers[ONE] = result(1)
    await jest.advanceTimersByTimeAsync(4_000)
    expect(await isAsked()).toBe(true)
    expect(await isAsked()).toBe(true)
  })

  test('is waited for if it is the only node and the time is short', async () => {
    answers[ONE] = status(429, { 'Retry-After': '2' })
    const asking = createRpc([ONE], PROBE).request(CALL)
    await jest.advanceTimersByTimeAsync(1_999)
    expect(requestedUrls()).toEqual([ONE])
    answers[ONE] = result(7)
    await jest.advanceTimersByTimeAsync(1)
    expect(await asking).toBe(7)
  })

  test('fails the request if it is the only node and the time is long, and gets no requests meanwhile', async () => {
    answers[ONE] = status(429, { 'Retry-After': '30' })
    const rpc = createRpc([ONE], PROBE)
    await expect(rpc.request(CALL)).rejects.toMatchObject({ code: 'service.unreachable' })
    await expect(rpc.request(CALL)).rejects.toMatchObject({ code: 'service.unreachable' })
    expect(requestedUrls()).toEqual([ONE])
  })
})

describe('an aborted request', () => {
  test('rejects at once, and no other node is tried', async () => {
    answers[ONE] = silent
    answers[TWO] = result(2)
    const life = new AbortController()
    const asking = createRpc([ONE, TWO], PROBE).request(CALL, life.signal)
    life.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
    expect(requestedUrls()).toEqual([ONE])
  })

  test('rejects even between two attempts', async () => {
    const life = new AbortController()
    const asking = createRpc([ONE], PROBE).request(CALL, life.signal)
    const settled = expect(asking).rejects.toMatchObject({ name: 'AbortError' })
    await jest.advanceTimersByTimeAsync(100)
    life.abort()
    await settled
    expect(requestedUrls()).toEqual([ONE])
    expect(jest.getTimerCount()).toBe(0)
  })

  test('contacts no node if aborted before the first attempt', async () => {
    await expect(createRpc([ONE], PROBE).request(CALL, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(requests).toEqual([])
  })
})

describe('the health of the nodes', () => {
  const probes = () => requests.filter(({ method }) => method === PROBE.method).map(({ url }) => url)
  const slow =
    (ms: number, answer: () => Response): Answer =>
    async () => {
      await new Promise((done) => setTimeout(done, ms))
      return answer()
    }

  test('is sampled while a modal is open, and decides the order', async () => {
    answers[ONE] = slow(500, result(1))
    answers[TWO] = slow(10, result(2))
    const opening = new AbortController()
    const rpc = createRpc([ONE, TWO], PROBE)
    rpc.watchHealth(opening.signal)
    rpc.watchHealth(opening.signal)
    await jest.advanceTimersByTimeAsync(600)
    expect(probes()).toEqual([ONE, TWO])
    expect(await outcome(rpc.request(CALL))).toBe(2)
    opening.abort()
    const before = requests.length
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(before)
  })

  test('is not sampled if the response is fast, only while a request waits', async () => {
    answers[ONE] = result(1)
    answers[TWO] = result(2)
    const rpc = createRpc([ONE, TWO], PROBE)
    await rpc.request(CALL)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(probes()).toEqual([])
    answers[ONE] = silent
    const asking = rpc.request(CALL)
    await jest.advanceTimersByTimeAsync(4_000)
    expect(probes()).toEqual([ONE, TWO])
    await outcome(asking)
    const before = probes().length
    await jest.advanceTimersByTimeAsync(60_000)
    expect(probes()).toHaveLength(before)
  })

  test('a node that refuses a sample counts as available; one that limits requests is not sampled', async () => {
    answers[ONE] = status(429, { 'Retry-After': '60' })
    answers[TWO] = slow(100, error(-32601, 'not here'))
    const opening = new AbortController()
    const rpc = createRpc([ONE, TWO], PROBE)
    rpc.watchHealth(opening.signal)
    await jest.advanceTimersByTimeAsync(12_100)
    expect(probes().filter((url) => url === ONE)).toHaveLength(1)
    expect(probes().filter((url) => url === TWO)).toHaveLength(4)
    opening.abort()
  })

  test('a node that refuses the page is not sampled again, and used only when no other node answers', async () => {
    answers[ONE] = status(403)
    answers[TWO] = result(2)
    const opening = new AbortController()
    const rpc = createRpc([ONE, TWO], PROBE)
    rpc.watchHealth(opening.signal)
    await jest.advanceTimersByTimeAsync(12_000)
    expect(probes().filter((url) => url === ONE)).toHaveLength(1)
    expect(await rpc.request(CALL)).toBe(2)
    expect(requestedUrls()).toEqual([TWO])
    answers[TWO] = status(500)
    answers[ONE] = result(1)
    expect(await rpc.request(CALL)).toBe(1)
    await jest.advanceTimersByTimeAsync(4_000)
    expect(probes().filter((url) => url === ONE)).toHaveLength(2)
    opening.abort()
  })

  test('is not sampled for a modal that is already closed', async () => {
    createRpc([ONE, TWO], PROBE).watchHealth(AbortSignal.abort())
    await jest.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([])
  })
})

test('there is one client per network', () => {
  const network = { ...ethereum }
  expect(rpcOf(network, PROBE)).toBe(rpcOf(network, PROBE))
  expect(rpcOf({ ...ethereum }, PROBE)).not.toBe(rpcOf(network, PROBE))
})

test('whatever a node answers, the result is a value or one clear error', async () => {
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ result: fc.jsonValue(), error: fc.jsonValue() }, { requiredKeys: [] })
      .map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(200, 204, 400, 404, 429, 500), async (text, code) => {
      answers[ONE] = () => new Response(code === 204 ? null : text, { status: code })
      const settled = createRpc([ONE], PROBE)
        .request(CALL)
        .catch((failure: unknown) => failure)
      await jest.advanceTimersByTimeAsync(5_000)
      const end = await settled
      if (end instanceof Error && !(end instanceof RpcError)) expect(end).toMatchObject({ code: 'service.unreachable' })
      else expect(end).not.toBeUndefined()
      expect(jest.getTimerCount()).toBe(0)
    }),
  )
})
