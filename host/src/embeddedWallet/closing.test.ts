/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps } from '@portico/contracts/testing'
import { ALICE, evmUser, testEmbedded, turns } from '../../testing/embeddedWallet.ts'

/**
 * Covers what happens to a request, to the transactions that a feature has begun, and to the window, depending on how
 * the request ends and on the window's state before it (views.md §2.5, and decision 0044 for an open window without a
 * transaction).
 */

const SIGNATURE = `0x${'12'.repeat(65)}`
const ABORTED = 'Request was aborted'

let wallet: ReturnType<typeof testEmbedded>
beforeAll(fillBrowserGaps)
beforeEach(async () => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
  wallet = testEmbedded({
    networks: [ethereum],
    adapterOf: (namespace) => fakeAdapter({ namespace, connectors: [] }),
    hasSolana: false,
  })
  const connecting = wallet.connect()
  await wallet.load()
  await (await wallet.asked('GET_USER')).succeed(evmUser())
  await connecting
  wallet.closeQuietly()
})
afterEach(async () => {
  await wallet.dispose()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

type Rpc = { request(request: object): Promise<unknown> }

/** The states of the window when the page, or a feature, makes the request. */
const windows = {
  'a closed window': () => [],
  'an open window without a transaction': () => {
    wallet.at('Account')
    return []
  },
  'an open window with one transaction': () => {
    wallet.at('Account')
    return ['first']
  },
  'an open window with two transactions': () => {
    wallet.at('Account')
    return ['first', 'second']
  },
} satisfies Record<string, () => string[]>

const ends = {
  success: async () => (await wallet.asked('RPC_REQUEST')).succeed(SIGNATURE),
  error: async () => (await wallet.asked('RPC_REQUEST')).fail({ message: 'no', code: 4001 }),
  cancel: async () => wallet.commands.popTransaction('cancel'),
  close: async () => wallet.commands.close(),
} satisfies Record<string, () => Promise<unknown>>

/** Makes a request, and records how each transaction of a feature ends. */
async function ask(name: keyof typeof windows) {
  const heard: string[] = []
  for (const entry of windows[name]()) {
    wallet.commands.pushTransaction({
      onSuccess: () => heard.push(`${entry} success`),
      onError: () => heard.push(`${entry} error`),
      onCancel: () => heard.push(`${entry} cancel`),
    })
  }
  const requested = (wallet.provider() as Rpc).request({ method: 'personal_sign', params: ['0x00', ALICE] })
  const end = { answer: 'pending' as unknown }
  requested.then(
    (signature) => (end.answer = signature),
    ({ message }) => (end.answer = message),
  )
  await turns()
  return { heard, end }
}

const SHOWN = {
  'a closed window': 'ApproveTransaction',
  'an open window without a transaction': 'ApproveTransaction',
  'an open window with one transaction': 'ApproveTransaction',
  'an open window with two transactions': 'ApproveTransaction',
} as const

interface Row {
  readonly window: keyof typeof windows
  readonly end: keyof typeof ends
  /** What the page gets as its answer. */
  readonly answer: string
  /** Which transactions are told what, in order. */
  readonly heard: readonly string[]
  readonly view: string
  readonly left: number
}

const REFUSED = expect.stringMatching(/reject|declin/i) as unknown as string

test.each<Row>([
  { window: 'a closed window', end: 'success', answer: SIGNATURE, heard: [], view: 'closed', left: 0 },
  { window: 'a closed window', end: 'error', answer: REFUSED, heard: [], view: 'closed', left: 0 },
  { window: 'a closed window', end: 'cancel', answer: 'pending', heard: [], view: 'ApproveTransaction', left: 0 },
  { window: 'a closed window', end: 'close', answer: ABORTED, heard: [], view: 'closed', left: 0 },

  {
    window: 'an open window without a transaction',
    end: 'success',
    answer: SIGNATURE,
    heard: [],
    view: 'Account', // the view that the visitor came from
    left: 0,
  },
  {
    window: 'an open window without a transaction',
    end: 'error',
    answer: REFUSED,
    heard: [],
    view: 'Account',
    left: 0,
  },
  {
    window: 'an open window without a transaction',
    end: 'cancel',
    answer: 'pending',
    heard: [],
    view: 'ApproveTransaction',
    left: 0,
  },
  { window: 'an open window without a transaction', end: 'close', answer: ABORTED, heard: [], view: 'closed', left: 0 },

  {
    window: 'an open window with one transaction',
    end: 'success',
    answer: SIGNATURE,
    heard: ['first success'],
    view: 'ApproveTransaction', // the feature decides where to go
    left: 0,
  },
  {
    window: 'an open window with one transaction',
    end: 'error',
    answer: REFUSED,
    heard: ['first error'],
    view: 'Account',
    left: 0,
  },
  {
    window: 'an open window with one transaction',
    end: 'cancel',
    answer: 'pending', // the request itself has no answer yet
    heard: ['first cancel'],
    view: 'ApproveTransaction', // the request still waits for the visitor
    left: 0,
  },
  {
    window: 'an open window with one transaction',
    end: 'close',
    answer: ABORTED,
    heard: ['first cancel'],
    view: 'closed',
    left: 0,
  },

  {
    window: 'an open window with two transactions',
    end: 'success',
    answer: SIGNATURE,
    heard: ['second success'],
    view: 'ApproveTransaction',
    left: 1,
  },
  {
    window: 'an open window with two transactions',
    end: 'error',
    answer: REFUSED,
    heard: ['second error'],
    view: 'Account',
    left: 1,
  },
  {
    window: 'an open window with two transactions',
    end: 'cancel',
    answer: 'pending',
    heard: ['second cancel'],
    view: 'ApproveTransaction', // the request still waits for the visitor
    left: 1,
  },
  {
    window: 'an open window with two transactions',
    end: 'close',
    answer: ABORTED,
    heard: ['second cancel', 'first cancel'],
    view: 'closed',
    left: 0,
  },
])('before the request: $window; how the request ends: $end', async ({ window, end, answer, heard, view, left }) => {
  const requested = await ask(window)
  expect(wallet.view()).toBe(SHOWN[window])
  await ends[end]()
  await turns()
  expect(requested.end.answer).toEqual(answer)
  expect(requested.heard).toEqual(heard)
  expect(wallet.view()).toBe(view)
  expect(wallet.store.getState().router.transactions).toHaveLength(left)
  // The frame is told to drop its requests if, and only if, this request was dropped.
  expect(wallet.frame.names().filter((name) => name === 'RPC_ABORT')).toHaveLength(answer === ABORTED ? 1 : 0)

  // Closing the window drops whatever is still waiting, and later requests work.
  wallet.commands.close()
  await turns()
  expect(requested.end.answer).toEqual(answer === 'pending' ? ABORTED : answer)
  expect(wallet.store.getState().router.transactions).toEqual([])
  const again = await ask('a closed window')
  await ends.success()
  expect(again.end.answer).toBe(SIGNATURE)
  expect(wallet.view()).toBe('closed')
})

describe('a wallet that is unavailable', () => {
  const shown = () => wallet.store.getState().router.stack.at(-1)
  const fails = async (code: number) => {
    await (await wallet.asked('RPC_REQUEST')).fail({ message: 'no', code })
    await turns()
  }
  const SAID = 'Can’t open your wallet right now. Try again later.'

  test('shows the error in place of the frame until the next request, and the window stays open', async () => {
    const { end } = await ask('a closed window')
    await fails(6021)
    expect(end.answer).toBe(SAID)
    const error = { code: 'frame.keyUnavailable', message: SAID }
    expect(shown()).toMatchObject({ view: 'ApproveTransaction', params: { error } })

    const again = await ask('a closed window')
    expect(shown()).toMatchObject({ view: 'ApproveTransaction' })
    expect(shown()?.params).toBeUndefined()
    await ends.success()
    expect([again.end.answer, wallet.view()]).toEqual([SIGNATURE, 'closed'])
  })

  test('shows the error over the open view, which stays below it', async () => {
    await ask('an open window without a transaction')
    await fails(6021)
    expect(shown()).toMatchObject({ view: 'ApproveTransaction', params: { error: { code: 'frame.keyUnavailable' } } })
    expect(wallet.store.getState().router.stack.map(({ view }) => view)).toEqual(['Account', 'ApproveTransaction'])

    // The next request shows the frame in place of the error, and later returns to the view below.
    await ask('a closed window')
    expect(shown()?.params).toBeUndefined()
    await ends.success()
    expect(wallet.view()).toBe('Account')
  })

  test.each([
    ['the frame has shown itself', 6044],
    ['concerns the page and the wallet only', 5740],
  ])('is not confused with an error that %s; such an error closes the window', async (_, code) => {
    await ask('a closed window')
    await fails(code)
    expect(wallet.view()).toBe('closed')
  })
})

describe('a pending request stays visible', () => {
  const stack = () => wallet.store.getState().router.stack.map(({ view }) => view)
  const refuse = () => (wallet.provider() as Rpc).request({ method: 'eth_sign', params: [] }).catch(() => {})

  test('if made after a disallowed method; when another such method aborts it, no empty view is left behind', async () => {
    await refuse()
    expect(wallet.view()).toBe('Account')
    const { end } = await ask('a closed window')
    expect(stack()).toEqual(['Account', 'ApproveTransaction'])
    await refuse()
    await turns()
    expect([end.answer, stack()]).toEqual([ABORTED, ['Account']])
  })

  test('until a disallowed method aborts it; then the window shows the account', async () => {
    const { end } = await ask('a closed window')
    await refuse()
    await turns()
    expect([end.answer, stack()]).toEqual([ABORTED, ['Account']])
  })

  test('when another view is pushed over it, or replaces the whole stack', async () => {
    const { end } = await ask('a closed window')
    wallet.commands.navigate('Networks')
    await turns()
    expect(wallet.view()).toBe('ApproveTransaction')
    wallet.at('UnsupportedChain')
    await turns()
    expect(stack()).toEqual(['UnsupportedChain', 'ApproveTransaction'])
    await ends.success()
    expect([end.answer, stack()]).toEqual([SIGNATURE, ['UnsupportedChain']])
  })

  test("when another view is pushed over it, and the caller's signal for that view does not abort", async () => {
    await ask('a closed window')
    const life = wallet.commands.navigate('Networks')
    await turns()
    await ends.success()
    expect([wallet.view(), life.aborted]).toEqual(['Networks', false])
  })

  test("when another request succeeds together with a feature's transaction, whose handler goes back", async () => {
    wallet.at('Account')
    wallet.commands.pushTransaction({ onSuccess: wallet.commands.back })
    const first = await ask('a closed window')
    const firstAsked = await wallet.asked('RPC_REQUEST')
    const second = await ask('a closed window')
    const secondAsked = await wallet.asked('RPC_REQUEST')
    await firstAsked.succeed(SIGNATURE)
    expect([first.end.answer, second.end.answer, wallet.view()]).toEqual([SIGNATURE, 'pending', 'ApproveTransaction'])
    await secondAsked.succeed(SIGNATURE)
    expect([second.end.answer, wallet.view()]).toEqual([SIGNATURE, 'Account'])
  })
})
