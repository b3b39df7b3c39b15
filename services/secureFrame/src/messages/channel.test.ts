import { type RequestName, requests } from '@portico/contracts/embeddedWallet/requests'
import fc from 'fast-check'
import { type Asking, type Handlers, openChannel, Refused, type Trouble } from './channel.ts'

const SHOP = 'https://shop.example'

const noneOf = Object.fromEntries(
  Object.keys(requests).map((name) => [name, () => Promise.reject(new Error('not asked for'))]),
) as unknown as Handlers

interface Posted {
  readonly message: { readonly type: string; readonly id?: string; readonly payload?: unknown }
  readonly to: string
}

/** The frame's end of the channel, which gets the page's messages as events like those of a browser. */
function open(
  handlers: Partial<Handlers> = {},
  isAllowed: (origin: string) => boolean | Promise<boolean> = (origin) => origin === SHOP,
) {
  const posted: Posted[] = []
  const troubles: Trouble[] = []
  const listeners: ((event: MessageEvent) => void)[] = []
  const page = {
    postMessage: (message: Posted['message'], to: string) => posted.push({ message, to }),
  } as unknown as Window
  const self: Parameters<typeof openChannel>[0]['self'] = {
    addEventListener: (_: string, listen: unknown, options?: unknown) => {
      const { signal } = options as { signal: AbortSignal }
      listeners.push((event) => !signal.aborted && (listen as (event: MessageEvent) => void)(event))
    },
  }
  const close = openChannel({
    self,
    page,
    isAllowed,
    handlers: { ...noneOf, ...handlers },
    onTrouble: (trouble) => troubles.push(trouble),
  })
  const hear = (event: Partial<MessageEvent>) => {
    const whole = { isTrusted: true, source: page, origin: SHOP, ...event } as MessageEvent
    for (const listen of listeners) listen(whole)
  }
  return {
    page,
    posted,
    troubles,
    close,
    hear,
    ask: (name: RequestName, id?: string, payload?: unknown) =>
      hear({ data: { type: `@w3m-app/${name}`, id, payload } }),
    answers: () =>
      posted.slice(1).map(({ message: { type, id, payload } }) => [type.slice('@w3m-frame/'.length), id, payload]),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const chainId = async () => ({ chainId: 'eip155:1' }) as const

test('the message that the frame is ready has a payload, because other clients need one', () => {
  expect(open().posted).toEqual([{ message: { type: '@w3m-frame/READY', payload: {} }, to: '*' }])
})

test('each request is answered once, with its id, to the page that asked and to no other', async () => {
  const frame = open({ GET_CHAIN_ID: chainId })
  frame.ask('GET_CHAIN_ID', 'one')
  await settled()
  expect(frame.posted.slice(1)).toEqual([
    { message: { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'one', payload: { chainId: 'eip155:1' } }, to: SHOP },
  ])
})

test('handlers get the origin of the request', async () => {
  const heard: Asking[] = []
  const frame = open({
    async SIGN_OUT(_, asking) {
      heard.push(asking)
    },
  })
  frame.ask('SIGN_OUT', 'one')
  await settled()
  expect(heard[0]).toMatchObject({ origin: SHOP })
  expect(heard[0]?.signal.aborted).toBe(false)
})

describe('messages from senders other than the page', () => {
  const worked = jest.fn(chainId)
  beforeEach(() => worked.mockClear())
  const data = { type: '@w3m-app/GET_CHAIN_ID', id: 'one' }

  test.each<[string, Partial<MessageEvent>]>([
    ['a message from another window', { source: {} as Window }],
    ['a message made by a script', { isTrusted: false }],
    ['a message without a window', { source: null }],
    ['a message of another protocol', { data: { type: 'webpackOk' } }],
    ['a plain text', { data: '@w3m-app/GET_CHAIN_ID' }],
    [
      'an answer in place of a request',
      { data: { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'one', payload: { chainId: 1 } } },
    ],
  ])('%s is ignored', async (_, event) => {
    const frame = open({ GET_CHAIN_ID: worked })
    frame.hear({ data, ...event })
    await settled()
    expect([worked.mock.calls, frame.answers()]).toEqual([[], []])
  })

  test.each([
    ['another origin', 'https://evil.example'],
    ['a lookalike origin', `${SHOP}.evil.example`],
    ['another port', `${SHOP}:8443`],
  ])('%s gets an error that says that it is not allowed, and nothing is done', async (_, origin) => {
    const frame = open({ GET_CHAIN_ID: worked })
    frame.hear({ data, origin })
    await settled()
    expect(worked).not.toHaveBeenCalled()
    expect(frame.posted.slice(1)).toMatchObject([
      { message: { type: '@w3m-frame/GET_CHAIN_ID_ERROR', id: 'one', payload: { code: 6031 } }, to: origin },
    ])
    expect(frame.troubles).toEqual([{ reason: 'originNotAllowed' }])
  })

  test('a page without an origin gets no answer at all', async () => {
    const frame = open({ GET_CHAIN_ID: worked })
    frame.hear({ data, origin: 'null' })
    await settled()
    expect([worked.mock.calls, frame.answers()]).toEqual([[], []])
  })
})

describe("while the project's origins are still unknown", () => {
  const ask = (isAllowed: Promise<boolean>, worked = jest.fn(chainId)) => {
    const frame = open({ GET_CHAIN_ID: worked }, () => isAllowed)
    frame.ask('GET_CHAIN_ID', 'one')
    frame.ask('GET_CHAIN_ID', 'two')
    return { ...frame, worked }
  }

  test('requests wait, and are answered in order', async () => {
    let resolve: (isOurs: boolean) => void = () => {}
    const frame = ask(
      new Promise((settle) => {
        resolve = settle
      }),
    )
    await settled()
    expect([frame.worked.mock.calls.length, frame.answers()]).toEqual([0, []])
    resolve(true)
    await settled()
    expect(frame.answers().map(([, id]) => id)).toEqual(['one', 'two'])
  })

  test('a page that turns out not to be allowed is refused, and nothing is done', async () => {
    const frame = ask(Promise.resolve(false))
    await settled()
    expect(frame.worked).not.toHaveBeenCalled()
    expect(frame.answers()).toMatchObject([
      ['GET_CHAIN_ID_ERROR', 'one', { code: 6031 }],
      ['GET_CHAIN_ID_ERROR', 'two', { code: 6031 }],
    ])
  })

  test('if the origins cannot be loaded, every request fails, and nothing is done', async () => {
    const frame = ask(Promise.reject(new Error('offline')))
    await settled()
    expect(frame.worked).not.toHaveBeenCalled()
    expect(frame.answers()).toMatchObject([
      ['GET_CHAIN_ID_ERROR', 'one', { code: -32603 }],
      ['GET_CHAIN_ID_ERROR', 'two', { code: -32603 }],
    ])
  })

  test('at most 64 requests wait', async () => {
    const frame = open({ GET_CHAIN_ID: chainId }, () => new Promise<boolean>(() => {}))
    for (let count = 0; count < 70; count++) frame.ask('GET_CHAIN_ID', `id${count}`)
    await settled()
    expect(frame.answers()).toHaveLength(6)
  })
})

test('a malformed request is refused with its id, so that no client waits for an answer', async () => {
  const frame = open()
  frame.ask('CONNECT_OTP', 'one', { otp: 123456 })
  await settled()
  expect(frame.answers()).toEqual([['CONNECT_OTP_ERROR', 'one', { code: -32602, message: 'Invalid request' }]])
})

test('a repeated request is not carried out again', async () => {
  const worked = jest.fn(chainId)
  const frame = open({ GET_CHAIN_ID: worked })
  frame.ask('GET_CHAIN_ID', 'one')
  frame.ask('GET_CHAIN_ID', 'one')
  await settled()
  frame.ask('GET_CHAIN_ID', 'one')
  await settled()
  expect(worked).toHaveBeenCalledTimes(1)
  expect(frame.answers()).toHaveLength(1)
  expect(frame.troubles).toEqual([
    { reason: 'repeatedId', name: 'GET_CHAIN_ID' },
    { reason: 'repeatedId', name: 'GET_CHAIN_ID' },
  ])
})

test('refusals by the visitor or a rule are sent with their reason, and errors without their text', async () => {
  const broken = new Error('seed: abandon abandon about')
  const frame = open({
    SIGN_OUT: () => Promise.reject(new Refused('rejected')),
    GET_CHAIN_ID: () => Promise.reject(broken),
    IS_CONNECTED() {
      throw broken
    },
  })
  frame.ask('SIGN_OUT', 'one')
  frame.ask('GET_CHAIN_ID', 'two')
  frame.ask('IS_CONNECTED', 'three')
  await settled()
  expect(frame.answers()).toEqual([
    // A handler that throws at once is answered first.
    ['IS_CONNECTED_ERROR', 'three', { code: -32603, message: 'An error occurred' }],
    ['SIGN_OUT_ERROR', 'one', { code: 4001, message: 'User denied the request' }],
    ['GET_CHAIN_ID_ERROR', 'two', { code: -32603, message: 'An error occurred' }],
  ])
  expect(frame.troubles.map(({ error }) => error)).toEqual([broken, broken])
})

test('a cancellation is carried out but not answered, because other clients cannot read an answer to it', async () => {
  const called: string[] = []
  const frame = open({
    RPC_ABORT: async (_, { origin }) => {
      called.push(origin)
      if (called.length > 1) throw new Refused('internal')
    },
  })
  frame.ask('RPC_ABORT', 'one')
  frame.ask('RPC_ABORT', 'two')
  await settled()
  expect([called, frame.answers()]).toEqual([[SHOP, SHOP], []])
})

test('a page that floods the frame can have only 64 requests pending; the others fail', async () => {
  const frame = open({ GET_CHAIN_ID: () => new Promise(() => {}) })
  for (let count = 0; count < 70; count++) frame.ask('GET_CHAIN_ID', `id${count}`)
  await settled()
  expect(frame.answers()).toHaveLength(6)
  expect(frame.troubles).toHaveLength(6)
})

test('a closed channel ignores messages, sends nothing, and aborts work in progress', async () => {
  let asked: Asking | undefined
  let finish: (payload: { chainId: 'eip155:1' }) => void = () => {}
  const frame = open({
    GET_CHAIN_ID: (_, asking) => {
      asked = asking
      return new Promise((resolve) => {
        finish = resolve
      })
    },
  })
  frame.ask('GET_CHAIN_ID', 'one')
  frame.close()
  expect(asked?.signal.aborted).toBe(true)
  finish({ chainId: 'eip155:1' })
  frame.ask('GET_CHAIN_ID', 'two')
  await settled()
  expect(frame.answers()).toEqual([])
})

test('no message makes the channel throw, or send more answers than there were requests', () => {
  const text = fc.oneof(fc.constantFrom(...Object.keys(requests).map((name) => `@w3m-app/${name}`)), fc.string())
  const message = fc.oneof(
    fc.anything(),
    fc.record(
      { type: text, id: fc.oneof(fc.string(), fc.anything()), payload: fc.anything() },
      { requiredKeys: ['type'] },
    ),
  )
  fc.assert(
    fc.property(message, fc.boolean(), (data, isOurs) => {
      const frame = open()
      frame.hear({ data, origin: isOurs ? SHOP : 'https://evil.example' })
      expect(frame.answers().length).toBeLessThanOrEqual(1)
      for (const { to } of frame.posted.slice(1)) expect(to).toBe(isOurs ? SHOP : 'https://evil.example')
    }),
    { numRuns: 1_000 },
  )
})
