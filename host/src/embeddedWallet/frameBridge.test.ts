/** @jest-environment jsdom */
import { alertCodeOf, isModalError, type ModalError } from '@portico/contracts'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import fc from 'fast-check'
import { outcome, SECURE, testFrame } from '../../testing/frame.ts'
import { createFrameBridge } from './frameBridge.ts'

const s = 1_000

let element: HTMLIFrameElement
let alerts: ModalError[]
let end: () => void

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  end?.()
  jest.useRealTimers()
})

function begin() {
  element = document.createElement('iframe')
  document.body.append(element)
  alerts = []
  const frame = testFrame(() => element)
  frame.listen()
  const bridge = createFrameBridge({
    origin: SECURE,
    // in jsdom, an element that is not in the document keeps its window
    frameWindow: () => (element.isConnected && element.contentWindow) || undefined,
    alert: (error) => void alerts.push(error),
  })
  end = () => {
    bridge.dispose()
    element.remove()
  }
  return { bridge, frame }
}

/** Marks a rejection of the promise as handled. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

const connected = { isConnected: true }

test('a request is addressed only to the secure site, and has an id that cannot be guessed', async () => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('IS_CONNECTED'))
  expect(frame.targets).toEqual([SECURE])
  expect(frame.last()).toEqual({ type: '@w3m-app/IS_CONNECTED', id: expect.stringMatching(/^[\da-f]{32}$/) })
  frame.succeed(connected)
  await expect(waiting).resolves.toEqual(connected)
})

test('answers are matched to their requests in any order', async () => {
  const { bridge, frame } = begin()
  const first = bridge.ask('IS_CONNECTED')
  const second = bridge.ask('IS_CONNECTED')
  frame.succeed({ isConnected: false }, frame.posted[1])
  frame.succeed(connected, frame.posted[0])
  await expect(first).resolves.toEqual(connected)
  await expect(second).resolves.toEqual({ isConnected: false })
})

test.each([
  ['another window', { source: window }],
  ['no window', { source: null }],
  ['the frame while it shows a page of another site', { origin: 'https://secure.example.evil.example' }],
  ['the frame while it shows a page over http', { origin: 'http://secure.example' }],
  ['the frame while it shows a page without an origin', { origin: 'null' }],
  ['a script of the page', { isTrusted: false }],
])('a message from %s counts neither as an answer nor as a ready signal', async (_, from) => {
  const { bridge, frame } = begin()
  const onReady = jest.fn()
  bridge.watchReady(onReady)
  const waiting = watched(bridge.ask('IS_CONNECTED'))
  const { id } = frame.last()
  frame.post({ type: '@w3m-frame/READY', payload: {} }, from)
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id, payload: connected }, from)
  frame.post({ type: '@w3m-frame/IS_CONNECTED_ERROR', id, payload: { message: 'no' } }, from)
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id, payload: 'no' }, from)
  expect(await outcome(waiting)).toBe('pending')
  expect(onReady).not.toHaveBeenCalled()
  frame.succeed(connected)
  expect(await outcome(waiting)).toEqual({ value: connected })
})

test('messages from the window that the frame had before its reload are ignored', async () => {
  const { bridge, frame } = begin()
  const before = frame.window()
  element.remove()
  document.body.append(element)
  expect(frame.window()).not.toBe(before)
  frame.listen()
  const waiting = watched(bridge.ask('IS_CONNECTED'))
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: frame.last().id, payload: connected }, { source: before })
  expect(await outcome(waiting)).toBe('pending')
})

test('an answer with another id, with none, or to another kind of request is ignored', async () => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('IS_CONNECTED'))
  const { id } = frame.last()
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: `${id}0`, payload: connected })
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', payload: connected })
  frame.post({ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: [id], payload: connected })
  frame.post({ type: '@w3m-frame/CONNECT_OTP_SUCCESS', id })
  frame.post({ type: '@w3m-frame/SIGN_OUT_ERROR', id, payload: { message: 'no' } })
  frame.post({ type: '@w3m-frame/CONNECT_EMAIL_SUCCESS', id, payload: { action: 'NONE' } })
  frame.post({ type: '@w3m-frame/READY', id })
  expect(await outcome(waiting)).toBe('pending')
})

test('a repeated answer does not affect the next request', async () => {
  const { bridge, frame } = begin()
  const first = bridge.ask('IS_CONNECTED')
  const replayed = frame.last()
  frame.succeed(connected)
  await first
  const second = watched(bridge.ask('IS_CONNECTED'))
  frame.succeed(connected, replayed)
  expect(await outcome(second)).toBe('pending')
})

test.each([
  ['without a required field', 'IS_CONNECTED_SUCCESS', {}, 'badPayload'],
  ['of the wrong type', 'IS_CONNECTED_SUCCESS', 'yes', 'badPayload'],
  ['that is a malformed failure', 'IS_CONNECTED_ERROR', 7, 'badPayload'],
  ['of an unknown kind', 'IS_CONNECTED_MAYBE', connected, 'unknownType'],
])('an answer %s rejects the request; the error does not quote the answer', async (_, type, payload, reason) => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('IS_CONNECTED'))
  frame.post({ type: `@w3m-frame/${type}`, id: frame.last().id, payload })
  await expect(waiting).rejects.toMatchObject({
    code: 'frame.invalidAnswer',
    message: 'Couldn’t read the wallet’s response',
    details: expect.objectContaining({ name: 'IS_CONNECTED', reason }),
  })
})

test.each([
  ['4001', { ...FRAME_FAILURES.rejected }, 'connection.requestRejected', { code: 4001 }],
  ['a wrong code', { ...FRAME_FAILURES.codeWrong }, 'frame.failed', { code: 6002 }],
  ['an invalid address', { ...FRAME_FAILURES.emailInvalid }, 'email.invalid', { code: 6001 }],
  ['an invalid address in the words of other frames', { message: 'Error: Invalid email address' }, 'email.invalid', {}],
  ['an unsent mail', { ...FRAME_FAILURES.mailUnavailable }, 'email.notSent', { code: 6006 }],
  ['too many codes', { ...FRAME_FAILURES.tooManyCodes }, 'email.tooManyCodes', { code: 6005 }],
  ['an unavailable key share', { ...FRAME_FAILURES.keyUnavailable }, 'frame.keyUnavailable', { code: 6021 }],
  ['a transaction that is still pending', { ...FRAME_FAILURES.stillPending }, 'frame.stillPending', { code: 6041 }],
  ['a reverted transaction that cost its fee', { ...FRAME_FAILURES.reverted }, 'frame.reverted', { code: 6042 }],
  ['an unauthorised page', { ...FRAME_FAILURES.originNotAllowed }, 'frame.domainUnverified', { code: 6031 }],
  ['an unsent transaction', { ...FRAME_FAILURES.notSent }, 'frame.notSent', { code: 6043 }],
  ['insufficient funds', { ...FRAME_FAILURES.fundsMissing }, 'frame.fundsMissing', { code: 6044 }],
  ['a transaction that would have failed', { ...FRAME_FAILURES.wouldFail }, 'frame.wouldFail', { code: 6045 }],
  ['an unreachable network', { ...FRAME_FAILURES.unreachable }, 'frame.unreachable', { code: 6046 }],
  ['a nonce that is already used', { ...FRAME_FAILURES.nonceTaken }, 'frame.nonceTaken', { code: 6047 }],
  ['a fee that is now too low', { ...FRAME_FAILURES.feeTooLow }, 'frame.feeTooLow', { code: 6048 }],
  ['5700', { ...FRAME_FAILURES.capabilityUnsupported }, 'frame.capabilityUnsupported', { code: 5700 }],
  ['5720', { ...FRAME_FAILURES.batchIdTaken }, 'frame.batchIdTaken', { code: 5720 }],
  ['5730', { ...FRAME_FAILURES.batchUnknown }, 'frame.batchUnknown', { code: 5730 }],
  ['5740', { ...FRAME_FAILURES.batchTooLarge }, 'frame.batchTooLarge', { code: 5740 }],
  ['5760', { ...FRAME_FAILURES.atomicityUnsupported }, 'frame.atomicityUnsupported', { code: 5760 }],
  ['no reason', undefined, 'frame.failed', {}],
])('a failure that reports %s becomes a ModalError', async (_, payload, code, details) => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('CONNECT_EMAIL', { email: 'ada@shop.example' }))
  frame.fail(payload)
  const error: ModalError = await waiting.then(
    () => Promise.reject(new Error('it was no failure')),
    (reason) => reason,
  )
  expect(error).toMatchObject({ code, details })
  expect(isModalError(error)).toBe(true)
  expect((error.cause as Error).message).toBe(payload?.message ?? 'An error occurred')
})

test('the first error loads the texts and alert codes that the shell does not contain', async () => {
  const { bridge } = begin()
  const waiting = watched(bridge.ask('GET_USER'))
  jest.advanceTimersByTime(120 * s)
  await expect(waiting).rejects.toThrow('Wallet Request Timeout')
  expect(alertCodeOf('frame.requestTimedOut')).toBe('APKT004')
})

test.each(['CONNECT_DEVICE', 'GET_USER', 'IS_CONNECTED', 'UPDATE_EMAIL'] as const)(
  '§9: %s times out after 120 s, and the site is alerted',
  async (name) => {
    const { bridge, frame } = begin()
    const waiting = watched(bridge.ask(name, (name === 'UPDATE_EMAIL' ? { email: 'a@b.example' } : undefined) as never))
    jest.advanceTimersByTime(120 * s - 1)
    expect(await outcome(waiting)).toBe('pending')
    jest.advanceTimersByTime(1)
    expect(await outcome(waiting)).toEqual({ code: 'frame.requestTimedOut' })
    expect(alerts.map(({ code, details }) => [code, details])).toEqual([['frame.requestTimedOut', { name }]])
    frame.succeed(connected) // too late
    expect(await outcome(waiting)).toEqual({ code: 'frame.requestTimedOut' })
  },
)

test('§9: signing out times out after 3 s without an alert', async () => {
  const { bridge } = begin()
  const waiting = watched(bridge.ask('SIGN_OUT'))
  jest.advanceTimersByTime(3 * s - 1)
  expect(await outcome(waiting)).toBe('pending')
  jest.advanceTimersByTime(1)
  expect(await outcome(waiting)).toEqual({ code: 'frame.requestTimedOut' })
  expect(alerts).toEqual([])
})

test('signing has no time limit', async () => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', '0x00'] }))
  jest.advanceTimersByTime(24 * 3_600 * s)
  expect(await outcome(waiting)).toBe('pending')
  frame.succeed('0x12')
  expect(await outcome(waiting)).toEqual({ value: '0x12' })
})

test('an answer in time leaves no timer and no listener behind', async () => {
  const { bridge, frame } = begin()
  const life = new AbortController()
  const added = jest.spyOn(life.signal, 'addEventListener')
  const removed = jest.spyOn(life.signal, 'removeEventListener')
  const waiting = bridge.ask('IS_CONNECTED', undefined, life.signal)
  frame.succeed(connected)
  await waiting
  expect(jest.getTimerCount()).toBe(0)
  expect(added).toHaveBeenCalledTimes(1)
  expect(removed).toHaveBeenCalledTimes(1)
})

test('an aborted request rejects at once; a request whose signal is already aborted is not sent', async () => {
  const { bridge, frame } = begin()
  const life = new AbortController()
  const login = watched(bridge.ask('CONNECT_DEVICE', undefined, life.signal))
  const request = watched(bridge.ask('RPC_REQUEST', { method: 'personal_sign', params: [] }, life.signal))
  life.abort()
  expect(await outcome(login)).toEqual({ code: 'frame.aborted' })
  expect(await outcome(request)).toEqual({ code: 'frame.requestAborted' })
  const before = frame.posted.length
  expect(await outcome(bridge.ask('CONNECT_DEVICE', undefined, life.signal))).toEqual({ code: 'frame.aborted' })
  expect(frame.posted).toHaveLength(before)
  expect(jest.getTimerCount()).toBe(0)
})

test('a payload that cannot be posted fails at once', async () => {
  const { bridge, frame } = begin()
  const payload = { method: 'eth_call', params: [() => {}] } as never
  expect(await outcome(bridge.ask('RPC_REQUEST', payload))).toEqual({ code: 'frame.failed' })
  expect(frame.posted).toEqual([])
  element.remove()
  expect(await outcome(bridge.ask('IS_CONNECTED'))).toEqual({ code: 'frame.notSet' })
  expect(jest.getTimerCount()).toBe(0)
})

test('once 256 requests of a page are pending, further ones are refused', async () => {
  const { bridge, frame } = begin()
  const waiting = Array.from({ length: 256 }, () => watched(bridge.ask('GET_CHAIN_ID')))
  expect(await outcome(bridge.ask('GET_CHAIN_ID'))).toEqual({ code: 'frame.failed' })
  expect(frame.posted).toHaveLength(256)
  frame.succeed({ chainId: 1 })
  expect(await outcome(waiting[255] ?? Promise.reject())).toEqual({ value: { chainId: 'eip155:1' } })
  watched(bridge.ask('GET_CHAIN_ID'))
  expect(frame.posted).toHaveLength(257)
})

test('all pending requests can be rejected at once, and later requests still work', async () => {
  const { bridge, frame } = begin()
  const waiting = watched(bridge.ask('GET_USER'))
  bridge.settleAll()
  expect(await outcome(waiting)).toEqual({ code: 'frame.aborted' })
  const again = watched(bridge.ask('IS_CONNECTED'))
  frame.succeed(connected)
  expect(await outcome(again)).toEqual({ value: connected })
})

test('after disposal nothing is received, posted or waited for', async () => {
  const { bridge, frame } = begin()
  const onReady = jest.fn()
  bridge.watchReady(onReady)
  const request = watched(bridge.ask('RPC_REQUEST', { method: 'personal_sign', params: [] }))
  const login = watched(bridge.ask('CONNECT_DEVICE'))
  bridge.dispose()
  expect(await outcome(request)).toEqual({ code: 'frame.requestAborted' })
  expect(await outcome(login)).toEqual({ code: 'frame.aborted' })
  const before = frame.posted.length
  expect(await outcome(bridge.ask('IS_CONNECTED'))).toEqual({ code: 'frame.aborted' })
  bridge.postAbort()
  frame.ready()
  expect(frame.posted).toHaveLength(before)
  expect(onReady).not.toHaveBeenCalled()
  expect(jest.getTimerCount()).toBe(0)
})

test('dropping all requests does not wait for an answer', () => {
  const { bridge, frame } = begin()
  bridge.postAbort()
  expect(frame.names()).toEqual(['RPC_ABORT'])
  frame.succeed()
  expect(jest.getTimerCount()).toBe(0)
})

test('a ready listener can be removed', () => {
  const { bridge, frame } = begin()
  const onReady = jest.fn()
  const stop = bridge.watchReady(onReady)
  frame.post({ type: '@w3m-frame/READY' }) // other frames send it without a payload
  stop()
  frame.ready()
  expect(onReady).toHaveBeenCalledTimes(1)
})

const NAMES = [
  'READY',
  'SESSION_UPDATE',
  'GET_USER_SUCCESS',
  'GET_USER_ERROR',
  'RPC_REQUEST_SUCCESS',
  'RPC_REQUEST_ERROR',
]

test('500 messages from sources other than the frame have no effect at all', async () => {
  const { bridge, frame } = begin()
  const onReady = jest.fn()
  bridge.watchReady(onReady)
  const user = watched(bridge.ask('GET_USER'))
  const request = watched(bridge.ask('RPC_REQUEST', { method: 'personal_sign', params: [] }))
  const ids = frame.posted.map(({ id }) => id)
  const neighbour = document.createElement('iframe')
  document.body.append(neighbour)

  const data = fc.oneof(
    fc.anything(),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom(...NAMES.map((name) => `@w3m-frame/${name}`)), fc.string()),
        id: fc.oneof(fc.constantFrom(...ids), fc.anything()),
        payload: fc.oneof(
          fc.constant({ message: 'no' }),
          fc.constant({ address: `0x${'1'.repeat(40)}`, chainId: 1 }),
          fc.object({ maxDepth: 6 }),
          fc.anything(),
        ),
        extra: fc.anything(),
      },
      { requiredKeys: ['type'] },
    ),
  )
  const elsewhere = fc.constantFrom(
    { source: window },
    { source: neighbour.contentWindow },
    { source: null },
    { origin: '' },
    { origin: 'null' },
    { origin: `${SECURE}:8443` },
    { origin: 'http://secure.example' },
    { origin: 'https://evil.example' },
    { isTrusted: false },
    { source: window, origin: 'https://evil.example', isTrusted: false },
  )
  fc.assert(
    fc.property(data, elsewhere, (message, from) => frame.post(message, from)),
    { numRuns: 500 },
  )
  expect(await outcome(user)).toBe('pending')
  expect(await outcome(request)).toBe('pending')
  expect(onReady).not.toHaveBeenCalled()
  expect(frame.posted).toHaveLength(2)
  expect(alerts).toEqual([])
  frame.succeed('0x12')
  expect(await outcome(request)).toEqual({ value: '0x12' })
  neighbour.remove()
})
