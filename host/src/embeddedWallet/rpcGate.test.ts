/** @jest-environment jsdom */
import { type CaipNetworkId, type ChainNamespace, isModalError } from '@portico/contracts'
import { APPROVAL_METHODS, READ_METHODS, rpcMethodKind } from '@portico/contracts/embeddedWallet/rpcMethods'
import fc from 'fast-check'
import { outcome, SECURE, testFrame } from '../../testing/frame.ts'
import { createFrameBridge, type FrameBridge } from './frameBridge.ts'
import { createRpcGate, type RpcGate } from './rpcGate.ts'

const SIGNATURE = `0x${'12'.repeat(65)}`
const HASH = `0x${'ab'.repeat(32)}`
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let element: HTMLIFrameElement
let bridge: FrameBridge
let gate: RpcGate
let networks: Partial<Record<ChainNamespace, CaipNetworkId>>
let seen: string[]
/** The families of the requests whose end was reported to the window. */
let families: ChainNamespace[]
const frame = testFrame(() => element)

beforeEach(() => {
  jest.useFakeTimers()
  element = document.createElement('iframe')
  document.body.append(element)
  frame.posted.length = 0
  frame.listen()
  seen = []
  families = []
  networks = { eip155: 'eip155:31337', solana: SOLANA }
  bridge = createFrameBridge({ origin: SECURE, frameWindow: () => element.contentWindow ?? undefined, alert: () => {} })
  gate = createRpcGate({
    ask: bridge.ask,
    postAbort: bridge.postAbort,
    network: (namespace) => networks[namespace],
    rpcUrl: (network) => (network === 'eip155:31337' ? 'https://rpc.example' : undefined),
    screen: {
      showApproval: () => void seen.push('approval'),
      approvalEnded: ({ outcome: how, namespace }) => {
        seen.push(how)
        families.push(namespace)
      },
      open: () => void seen.push('open'),
      showNotAllowed: () => void seen.push('not allowed'),
    },
  })
})
afterEach(() => {
  gate.dispose()
  bridge.dispose()
  element.remove()
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})

/** Sends a request, and gives it time to be posted. */
async function request(given: object | undefined, namespace?: ChainNamespace) {
  const result = gate.request(given as never, namespace)
  result.catch(() => {})
  await outcome(Promise.resolve())
  return { result }
}

const sign = () => request({ method: 'personal_sign', params: ['0x00', '0x00'] })
const read = () => request({ method: 'eth_getBalance', params: ['0x00', 'latest'] })

test('a read request is posted for its network without opening the window', async () => {
  const { result } = await request({ method: 'eth_blockNumber' })
  expect(frame.last()).toMatchObject({
    type: '@w3m-app/RPC_REQUEST',
    payload: { method: 'eth_blockNumber', chainNamespace: 'eip155', chainId: 31_337, rpcUrl: 'https://rpc.example' },
  })
  frame.succeed('0x10')
  expect(await outcome(result)).toEqual({ value: '0x10' })
  expect(seen).toEqual([])
})

test('a signature request is shown before it is posted, and its outcome is reported to the window', async () => {
  const { result } = await sign()
  expect(seen).toEqual(['approval'])
  frame.succeed(SIGNATURE)
  expect(await outcome(result)).toEqual({ value: SIGNATURE })
  expect(seen).toEqual(['approval', 'success'])
  const second = await sign()
  frame.fail({ message: 'no', code: 4001 })
  expect(await outcome(second.result)).toEqual({ code: 'connection.requestRejected' })
  expect(seen).toEqual(['approval', 'success', 'approval', 'error'])
})

test.each(APPROVAL_METHODS)('%s is shown before it is posted', async (method) => {
  await request({ method, params: [] })
  expect(seen).toEqual(['approval'])
  expect(frame.names()).toEqual(['RPC_REQUEST'])
})

test.each(['eip155', 'solana'] as const)('the window is told that the request was for %s', async (namespace) => {
  const method = namespace === 'solana' ? 'solana_signMessage' : 'personal_sign'
  const { result } = await request({ method, params: ['0x00', '0x00'] }, namespace)
  frame.fail({ message: 'no' })
  await outcome(result)
  expect(families).toEqual([namespace])
})

test('for other families the network is given by its CAIP-2 reference alone', async () => {
  await request({ method: 'solana_signMessage', params: { message: '3', pubkey: '3' } }, 'solana')
  expect(frame.last().payload).toMatchObject({
    method: 'solana_signMessage',
    chainNamespace: 'solana',
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  })
})

test.each([
  ['eip155:1', '0x1'],
  ['eip155:31337', '0x7a69'],
  ['eip155:11155111', '0xaa36a7'],
] as const)('eth_chainId on %s is %s, and the frame gets no request', async (network, id) => {
  networks.eip155 = network
  for (const namespace of ['eip155', 'solana'] as const) {
    const { result } = await request({ method: 'eth_chainId' }, namespace)
    expect(await outcome(result)).toEqual({ value: id })
  }
  expect(frame.posted).toEqual([])
})

test("without an EVM network, eth_chainId fails instead of returning another family's network", async () => {
  networks.eip155 = undefined
  const { result } = await request({ method: 'eth_chainId' })
  expect(await outcome(result)).toEqual({ code: 'chain.unsupported' })
})

test.each([
  'eth_sign',
  'eth_requestAccounts',
  'wallet_addEthereumChain',
  'nothing_known',
  '__proto__',
  'PERSONAL_SIGN',
  '',
])('%p is refused: the window opens, shows an error after 300 ms, and nothing is posted', async (method) => {
  const { result } = await request({ method, params: ['0x00'] })
  expect(await outcome(result)).toEqual({ code: 'frame.methodNotAllowed' })
  expect(seen).toEqual(['open'])
  jest.advanceTimersByTime(299)
  expect(seen).toEqual(['open'])
  jest.advanceTimersByTime(1)
  expect(seen).toEqual(['open', 'not allowed'])
  expect(frame.posted).toEqual([])
})

test('a disallowed method ends the requests that wait for the visitor, and the frame is told once', async () => {
  const [first, second, reading] = [await sign(), await sign(), await read()]
  const { result } = await request({ method: 'eth_sign' })
  expect(await outcome(result)).toEqual({ code: 'frame.methodNotAllowed' })
  expect(await outcome(first.result)).toEqual({ code: 'frame.requestAborted' })
  expect(await outcome(second.result)).toEqual({ code: 'frame.requestAborted' })
  expect(frame.names()).toEqual(['RPC_REQUEST', 'RPC_REQUEST', 'RPC_REQUEST', 'RPC_ABORT'])
  expect(seen).toEqual(['approval', 'approval', 'open'])
  frame.succeed('0x1', frame.posted[2])
  expect(await outcome(reading.result)).toEqual({ value: '0x1' })
})

test('a page that keeps requesting forbidden methods does not delay the error in the window', async () => {
  for (let count = 0; count < 5; count++) {
    await request({ method: 'eth_sign' })
    jest.advanceTimersByTime(100)
  }
  expect(seen.filter((what) => what === 'not allowed')).toHaveLength(1)
})

test('closing the window rejects the requests that wait for the visitor; later answers have no effect', async () => {
  const { result } = await sign()
  gate.rejectOpen()
  await expect(result).rejects.toThrow('Request was aborted')
  expect(frame.names()).toEqual(['RPC_REQUEST', 'RPC_ABORT'])
  frame.succeed(SIGNATURE, frame.posted[0])
  expect(seen).toEqual(['approval'])
  gate.rejectOpen()
  expect(frame.names()).toEqual(['RPC_REQUEST', 'RPC_ABORT'])
})

describe('closing the window during a send', () => {
  const send = () => request({ method: 'eth_sendTransaction', params: [{ to: '0x00' }] })
  const rejected = { message: 'no', code: 4001 }

  test('rejects the request as soon as the frame has dropped it', async () => {
    const { result } = await send()
    gate.rejectOpen()
    expect(await outcome(result)).toBe('pending')
    frame.fail(rejected, frame.posted[0])
    expect(await outcome(result)).toEqual({ code: 'frame.requestAborted' })
    expect(frame.names()).toEqual(['RPC_REQUEST', 'RPC_ABORT', 'GET_CHAIN_ID'])
  })

  test('reports no abort while the send is carried out, so that the visitor does not send it again', async () => {
    const { result } = await send()
    gate.rejectOpen()
    frame.succeed({ chainId: 31_337 })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await outcome(result)).toBe('pending')
    frame.succeed(HASH, frame.posted[0])
    expect(await outcome(result)).toEqual({ value: HASH })
    expect(seen).toEqual(['approval'])
  })

  test('reports the outcome if the send was carried out and failed', async () => {
    const { result } = await send()
    gate.rejectOpen()
    frame.fail({ message: 'reverted', code: 6042 }, frame.posted[0])
    expect(await outcome(result)).toEqual({ code: 'frame.reverted' })
  })

  test('rejects the request after 3 s if the frame gives no sign of life', async () => {
    const { result } = await send()
    gate.rejectOpen()
    await jest.advanceTimersByTimeAsync(2_999)
    expect(await outcome(result)).toBe('pending')
    await jest.advanceTimersByTimeAsync(1)
    expect(await outcome(result)).toEqual({ code: 'frame.requestAborted' })
  })

  test('and leaving the page rejects the request at once', async () => {
    const { result } = await send()
    gate.rejectOpen()
    gate.dispose()
    expect(await outcome(result)).toEqual({ code: 'frame.requestAborted' })
  })
})

test('closing a window without a request posts nothing', async () => {
  await read()
  gate.rejectOpen()
  expect(frame.names()).toEqual(['RPC_REQUEST'])
})

test.each([
  ['personal_sign', 'yes'],
  ['eth_sendTransaction', SIGNATURE.slice(0, 20)],
  ['eth_sendTransaction', undefined],
  ['wallet_sendCalls', {}],
])('an answer to %s of the wrong type (%p) is not passed on', async (method, payload) => {
  const { result } = await request({ method, params: [] })
  frame.succeed(payload)
  expect(await outcome(result)).toEqual({ code: 'frame.invalidAnswer' })
  expect(seen).toEqual(['approval', 'error'])
})

test('a result that the node omits is passed on as null', async () => {
  const { result } = await request({ method: 'eth_getTransactionReceipt', params: [HASH] })
  frame.succeed()
  expect(await outcome(result)).toEqual({ value: null })
})

test("the site's object is not modified, and later changes to it are not posted", async () => {
  const params = [{ to: '0x00', value: 10n, data: undefined }]
  const given = Object.freeze({ method: 'eth_sendTransaction', params })
  await request(given)
  params[0] = { to: '0xff', value: 99n, data: undefined }
  expect(given).toEqual({ method: 'eth_sendTransaction', params })
  expect(frame.last().payload).toMatchObject({ params: [{ to: '0x00', value: '0xa' }] })
})

test('if a method name changes between two reads, the first value counts', async () => {
  let looks = 0
  await request({
    get method() {
      looks += 1
      return looks === 1 ? 'eth_blockNumber' : 'eth_sign'
    },
  })
  expect(frame.posted.map(({ payload }) => (payload as { method: string }).method)).toEqual(['eth_blockNumber'])
})

const circle: unknown[] = []
circle.push(circle)

test.each([
  ['a circular list', { method: 'personal_sign', params: circle }],
  ['a function', { method: 'personal_sign', params: [() => {}] }],
  ['too much data', { method: 'eth_call', params: ['x'.repeat(2 ** 20 + 1)] }],
  ['no content', undefined],
])('a request with %s fails before anything is shown', async (_, given) => {
  const { result } = await request(given)
  expect(await outcome(result)).toEqual({ code: 'connection.requestFailed' })
  expect(seen).toEqual([])
  expect(frame.posted).toEqual([])
})

test('disposal rejects open requests and blocks new ones', async () => {
  const [signing, reading] = [await sign(), await read()]
  await request({ method: 'eth_sign' })
  const again = await sign()
  gate.dispose()
  for (const { result } of [signing, reading, again, await sign()]) {
    expect(await outcome(result)).toEqual({ code: 'frame.requestAborted' })
  }
  jest.advanceTimersByTime(300)
  expect(seen).not.toContain('not allowed')
})

test('whatever is requested, only methods on the list are posted', async () => {
  const listed: readonly string[] = [...READ_METHODS, ...APPROVAL_METHODS]
  const method = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.constantFrom(...listed).chain((name) => fc.constantFrom(name, ` ${name}`, `${name}\0`, name.toUpperCase())),
  )
  await fc.assert(
    fc.asyncProperty(method, fc.anything(), async (name, params) => {
      const before = frame.posted.length
      const { result } = await request({ method: name, params })
      const isListed = typeof name === 'string' && rpcMethodKind(name) !== undefined
      if (!isListed) expect(await outcome(result)).toEqual({ code: 'frame.methodNotAllowed' })
      // The next disallowed method ends a request that waits for the visitor, and the frame is told so.
      const posted = frame.posted.slice(before).filter(({ type }) => type !== '@w3m-app/RPC_ABORT')
      expect(posted.every(({ payload }) => listed.includes((payload as { method: string }).method))).toBe(true)
      if (!isListed) expect(posted).toEqual([])
      gate.rejectOpen()
      bridge.settleAll()
      expect(await outcome(result)).not.toBe('pending')
      const error = await result.catch((reason) => reason)
      expect(error instanceof Error ? isModalError(error) : true).toBe(true)
    }),
  )
})
