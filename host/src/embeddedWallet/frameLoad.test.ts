/** @jest-environment jsdom */
import { ModalError } from '@portico/contracts'
import { outcome, SECURE, testFrame } from '../../testing/frame.ts'
import { createFrame, type Frame } from './createFrame.ts'

const s = 1_000

let wallet: Frame
let alerts: ModalError[]
let isPageAllowed: boolean
let verify: (url: string) => Promise<void>

beforeEach(() => {
  jest.useFakeTimers()
  alerts = []
  isPageAllowed = true
  verify = async () => {}
  wallet = createFrame({
    secureSite: `${SECURE}/`,
    verify: (url) => verify(url),
    title: 'Wallet',
    parameters: { projectId: 'f'.repeat(32), chainId: 'eip155:1', isLogging: false, isEmailCaptured: false },
    isPageAllowed: () => isPageAllowed,
    dappData: () => ({ projectId: 'f'.repeat(32), sdkType: 'appkit' }),
    alert: (error) => void alerts.push(error),
  })
})
afterEach(async () => {
  wallet.dispose()
  await turns()
  expect(jest.getTimerCount()).toBe(0)
  expect(document.querySelector('iframe')).toBeNull()
  jest.useRealTimers()
})

const inDocument = () => document.querySelector<HTMLIFrameElement>('iframe')
const frame = testFrame(inDocument)
beforeEach(() => {
  frame.posted.length = 0
})

function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Lets pending promises settle. */
const turns = () => outcome(Promise.resolve())

const alerted = () => alerts.map(({ code }) => code)
const APPROVAL = { method: 'personal_sign', params: ['0x00', '0x00'] } as const

test('the page contains no frame before one is needed', async () => {
  expect(inDocument()).toBeNull()
  watched(wallet.load())
  await turns()
  expect(inDocument()).toBe(wallet.element)
  expect(wallet.element.src).toBe(
    `${SECURE}/sdk?projectId=${'f'.repeat(32)}&chainId=eip155%3A1&version=4&enableLogger=false`,
  )
})

test('a frame that differs from the signed one is never put into the document; each attempt fails with an alert', async () => {
  const unverified = new ModalError('frame.failed')
  verify = jest.fn(() => Promise.reject(unverified))
  for (let turn = 1; turn <= 2; turn++) {
    await expect(wallet.load()).rejects.toBe(unverified)
    expect(inDocument()).toBeNull()
    expect(verify).toHaveBeenCalledTimes(turn)
  }
  expect(alerts).toEqual([unverified, unverified])
  expect(verify).toHaveBeenCalledWith(wallet.element.src)
})

test('a frame that cannot be reached for verification counts as not loaded', async () => {
  verify = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await outcome(watched(wallet.load()))).toEqual({ code: 'frame.loadFailed' })
  expect(inDocument()).toBeNull()
  expect(alerted()).toEqual(['frame.loadFailed'])
})

test('verification that never ends takes no longer than the load time-out', async () => {
  verify = () => new Promise(() => {})
  const loaded = watched(wallet.load())
  jest.advanceTimersByTime(20 * s)
  expect(await outcome(loaded)).toEqual({ code: 'frame.loadFailed' })
  expect(inDocument()).toBeNull()
})

test('a frame that is ready after 19 s has loaded', async () => {
  const loaded = watched(wallet.load())
  await turns()
  jest.advanceTimersByTime(19 * s)
  frame.ready()
  expect(await outcome(loaded)).toEqual({ value: undefined })
  jest.advanceTimersByTime(10 * s)
  expect(alerts).toEqual([])
})

test('a frame that is not ready after 20 s counts as not loaded, but can be used once it is ready after 21 s', async () => {
  const loaded = watched(wallet.load())
  const waiting = watched(wallet.ask('GET_USER'))
  jest.advanceTimersByTime(20 * s - 1)
  expect(await outcome(loaded)).toBe('pending')
  jest.advanceTimersByTime(1)
  expect(await outcome(loaded)).toEqual({ code: 'frame.loadFailed' })
  expect(await outcome(waiting)).toEqual({ code: 'frame.loadFailed' })
  expect(alerts[0]?.message).toBe('Unable to load email login dependency')
  expect(alerted()).toEqual(['frame.loadFailed'])
  jest.advanceTimersByTime(1 * s)
  await turns()
  frame.listen()
  frame.ready()
  const again = watched(wallet.ask('IS_CONNECTED'))
  await turns()
  frame.succeed({ isConnected: false })
  expect(await outcome(again)).toEqual({ value: { isConnected: false } })
  expect(alerted()).toEqual(['frame.loadFailed'])
})

test("if the project does not list the page's origin, the site is told that this is the cause", async () => {
  isPageAllowed = false
  const loaded = watched(wallet.load())
  jest.advanceTimersByTime(20 * s)
  expect(await outcome(loaded)).toEqual({ code: 'frame.domainUnverified' })
  expect(alerted()).toEqual(['frame.domainUnverified'])
})

test('a frame that the browser refuses fails at once, and is not reported again after 20 s', async () => {
  const loaded = watched(wallet.load())
  wallet.element.dispatchEvent(new Event('error'))
  expect(await outcome(loaded)).toEqual({ code: 'frame.loadFailed' })
  expect(jest.getTimerCount()).toBe(0)
  expect(alerted()).toEqual(['frame.loadFailed'])
})

test('once loaded, a frame no longer times out', async () => {
  const loaded = watched(wallet.load())
  await turns()
  frame.ready()
  await turns()
  wallet.element.dispatchEvent(new Event('error'))
  jest.advanceTimersByTime(20 * s)
  expect(await outcome(loaded)).toEqual({ value: undefined })
  expect(alerts).toEqual([])
})

test('a retry after a failure gets a new frame and another 20 s', async () => {
  watched(wallet.load())
  await turns()
  const before = frame.window()
  jest.advanceTimersByTime(20 * s)
  await turns()
  const loaded = watched(wallet.load())
  await turns()
  expect(frame.window()).not.toBe(before)
  jest.advanceTimersByTime(19 * s)
  expect(await outcome(loaded)).toBe('pending')
  frame.ready()
  expect(await outcome(loaded)).toEqual({ value: undefined })
})

test('requests wait for the frame, and their time-out starts when they are posted', async () => {
  const waiting = watched(wallet.ask('GET_USER'))
  await turns()
  frame.listen()
  jest.advanceTimersByTime(19 * s)
  await turns()
  expect(frame.posted).toEqual([])
  frame.ready()
  await turns()
  expect(frame.names()).toEqual(['GET_USER'])
  jest.advanceTimersByTime(120 * s - 1)
  expect(await outcome(waiting)).toBe('pending')
  jest.advanceTimersByTime(1)
  expect(await outcome(waiting)).toEqual({ code: 'frame.requestTimedOut' })
})

test('a theme update loads no frame, waits without limit, and is posted once there is a frame', async () => {
  const synced = watched(wallet.ask('SYNC_THEME', { themeMode: 'dark' }))
  await turns()
  expect(inDocument()).toBeNull()
  jest.advanceTimersByTime(3_600 * s)
  const loaded = watched(wallet.load())
  await turns()
  frame.listen()
  jest.advanceTimersByTime(20 * s)
  expect(await outcome(loaded)).toEqual({ code: 'frame.loadFailed' })
  expect(await outcome(synced)).toBe('pending')
  frame.ready()
  await turns()
  expect(frame.names()).toEqual(['SYNC_THEME'])
  frame.succeed()
  expect(await outcome(synced)).toEqual({ value: undefined })
})

test('a page that changes its theme without end does not pile up requests', async () => {
  const synced = Array.from({ length: 65 }, () => watched(wallet.ask('SYNC_THEME', {})))
  expect(await outcome(synced[63] ?? Promise.reject())).toBe('pending')
  expect(await outcome(synced[64] ?? Promise.reject())).toEqual({ code: 'frame.failed' })
})

test('a request that is aborted while the frame loads rejects at once, and is not posted', async () => {
  const life = new AbortController()
  const waiting = watched(wallet.ask('CONNECT_EMAIL', { email: 'ada@shop.example' }, life.signal))
  await turns()
  frame.listen()
  life.abort()
  expect(await outcome(waiting)).toEqual({ code: 'frame.aborted' })
  frame.ready()
  await turns()
  expect(frame.posted).toEqual([])
})

test('§9: the frame gets the site data 500 ms after it is ready, once for all callers', async () => {
  const first = watched(wallet.init())
  const second = watched(wallet.init())
  await turns()
  frame.listen()
  frame.ready()
  await turns()
  jest.advanceTimersByTime(499)
  await turns()
  expect(frame.posted).toEqual([])
  jest.advanceTimersByTime(1)
  await turns()
  expect(frame.last()).toMatchObject({
    type: '@w3m-app/SYNC_DAPP_DATA',
    payload: { projectId: 'f'.repeat(32), sdkType: 'appkit' },
  })
  frame.succeed()
  await turns()
  frame.succeed({ smartAccountEnabledNetworks: [1, 31_337] })
  expect(await outcome(first)).toEqual({ value: [1, 31_337] })
  expect(await outcome(second)).toEqual({ value: [1, 31_337] })
  expect(await outcome(wallet.init())).toEqual({ value: [1, 31_337] })
  expect(frame.names()).toEqual(['SYNC_DAPP_DATA', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'])
})

async function initialise() {
  const initialised = watched(wallet.init())
  await turns()
  frame.listen()
  frame.ready()
  await turns()
  jest.advanceTimersByTime(500)
  await turns()
  return initialised
}

test('signing in still works if the frame refuses the site data and has no smart accounts', async () => {
  const initialised = initialise()
  await turns()
  await turns()
  await turns()
  frame.fail({ message: 'no' })
  await turns()
  frame.succeed({ smartAccountEnabledNetworks: 'all' })
  expect(await initialised).toEqual([])
})

test('after a failed load, the next call initializes again', async () => {
  const initialised = watched(wallet.init())
  jest.advanceTimersByTime(20 * s)
  expect(await outcome(initialised)).toEqual({ code: 'frame.loadFailed' })
  const again = watched(wallet.init())
  expect(again).not.toBe(initialised)
  await turns()
  frame.listen()
  frame.ready()
  await turns()
  jest.advanceTimersByTime(500)
  await turns()
  expect(frame.names()).toEqual(['SYNC_DAPP_DATA'])
})

test('when the frame is reloaded, earlier requests are rejected and new ones are accepted', async () => {
  watched(wallet.load())
  await turns()
  frame.listen()
  frame.ready()
  const request = watched(wallet.ask('RPC_REQUEST', APPROVAL))
  const login = watched(wallet.ask('CONNECT_DEVICE'))
  await turns()
  expect(frame.names()).toEqual(['RPC_REQUEST', 'CONNECT_DEVICE'])
  const [approval] = frame.posted
  frame.ready()
  expect(await outcome(request)).toEqual({ code: 'frame.requestAborted' })
  expect(await outcome(login)).toEqual({ code: 'frame.aborted' })
  const again = watched(wallet.ask('RPC_REQUEST', APPROVAL))
  await turns()
  frame.succeed('0x12', approval) // an answer to a request that has been dropped
  expect(await outcome(again)).toBe('pending')
  frame.succeed('0x34')
  expect(await outcome(again)).toEqual({ value: '0x34' })
})

test('a restarted frame gets the site data again, even if it restarts while receiving the data', async () => {
  const initialised = watched(initialise())
  await turns()
  await turns()
  await turns()
  frame.ready()
  await turns()
  frame.succeed({ smartAccountEnabledNetworks: [1] }) // the request that follows the aborted one
  expect(await outcome(initialised)).toEqual({ code: 'frame.aborted' })
  const again = watched(wallet.init())
  await turns()
  jest.advanceTimersByTime(500)
  await turns()
  frame.succeed()
  await turns()
  frame.succeed({ smartAccountEnabledNetworks: [10] })
  expect(await outcome(again)).toEqual({ value: [10] })
})

describe('a crashed frame process', () => {
  /** A frame that has answered once, so that its silence counts, and then dies without notice. */
  async function lived() {
    watched(wallet.load())
    await turns()
    frame.listen()
    frame.ready()
    const waiting = watched(wallet.ask('IS_CONNECTED'))
    await turns()
    frame.succeed({ isConnected: true })
    await waiting
    frame.posted.length = 0
  }

  /** Checks that the frame restarts in a new window and gets the site data. */
  async function comesBack(before: Window) {
    await turns()
    frame.listen()
    expect(frame.window()).not.toBe(before)
    frame.ready()
    await turns()
    const sync = frame.posted.find(({ type }) => type === '@w3m-app/SYNC_DAPP_DATA')
    frame.succeed(undefined, sync)
    await turns()
  }

  /** Waits twice three seconds, after which the frame is given up. */
  const isGivenUp = () => jest.advanceTimersByTimeAsync(6 * s)

  test('is noticed within seconds while a request waits for the visitor, and the next request works', async () => {
    await lived()
    const request = watched(wallet.ask('RPC_REQUEST', APPROVAL))
    const before = frame.window()
    await jest.advanceTimersByTimeAsync(5 * s)
    expect(frame.names()).toEqual(['RPC_REQUEST', 'GET_CHAIN_ID'])
    await isGivenUp()
    expect(await outcome(request)).toEqual({ code: 'frame.stopped' })
    await comesBack(before)
    const again = watched(wallet.ask('RPC_REQUEST', APPROVAL))
    await turns()
    frame.succeed('0x34')
    expect(await outcome(again)).toEqual({ value: '0x34' })
    expect(alerts).toEqual([])
  })

  test('is noticed by the next request if the frame was idle; the request waits for the new frame', async () => {
    await lived()
    const before = frame.window()
    await jest.advanceTimersByTimeAsync(60 * s)
    expect(frame.posted).toEqual([])
    const request = watched(wallet.ask('RPC_REQUEST', APPROVAL))
    await isGivenUp()
    expect(await outcome(request)).toBe('pending')
    await comesBack(before)
    await turns()
    expect(frame.last()).toMatchObject({ type: '@w3m-app/RPC_REQUEST' })
    frame.succeed('0x34')
    expect(await outcome(request)).toEqual({ value: '0x34' })
  })

  test('is noticed by a request with a time-out long before the time is up', async () => {
    await lived()
    const request = watched(wallet.ask('CONNECT_DEVICE'))
    const before = frame.window()
    await jest.advanceTimersByTimeAsync(5 * s)
    await isGivenUp()
    expect(await outcome(request)).toEqual({ code: 'frame.stopped' })
    await comesBack(before)
  })

  test('is not confused with a slow visitor or a late answer', async () => {
    await lived()
    const request = watched(wallet.ask('RPC_REQUEST', APPROVAL))
    await turns()
    const [approval] = frame.posted
    const here = frame.window()
    for (let look = 0; look < 20; look++) {
      await jest.advanceTimersByTimeAsync(5 * s + 2_900)
      expect(frame.last().type).toBe('@w3m-app/GET_CHAIN_ID')
      frame.succeed({ chainId: 1 })
      await turns()
    }
    expect(frame.window()).toBe(here)
    frame.succeed('0x12', approval)
    expect(await outcome(request)).toEqual({ value: '0x12' })
  })

  test('is not confused with a frame that has not answered yet because it is still loading its code', async () => {
    watched(wallet.load())
    await turns()
    frame.listen()
    frame.ready()
    watched(wallet.ask('RPC_REQUEST', APPROVAL))
    const here = frame.window()
    await jest.advanceTimersByTimeAsync(20 * s - 1)
    expect(frame.window()).toBe(here)
    expect(frame.names()).toEqual(['RPC_REQUEST'])
  })

  test('is noticed after the load time-out if the frame had not answered yet', async () => {
    watched(wallet.load())
    await turns()
    frame.listen()
    frame.ready()
    const request = watched(wallet.ask('RPC_REQUEST', APPROVAL))
    const before = frame.window()
    await jest.advanceTimersByTimeAsync(20 * s)
    expect(frame.names()).toEqual(['RPC_REQUEST', 'GET_CHAIN_ID'])
    await isGivenUp()
    expect(await outcome(request)).toEqual({ code: 'frame.stopped' })
    await comesBack(before)
  })

  test('delays signing out by three seconds at most', async () => {
    await lived()
    await jest.advanceTimersByTimeAsync(60 * s)
    const out = watched(wallet.ask('SIGN_OUT'))
    await jest.advanceTimersByTimeAsync(3 * s)
    expect(await outcome(out)).toEqual({ code: 'frame.requestTimedOut' })
  })

  test('makes the frame restart, and so does a script on the page that removes the frame', async () => {
    await lived()
    const before = frame.window()
    // A browser removes the window with the element; in jsdom the element keeps it.
    const taken = jest.spyOn(wallet.element, 'contentWindow', 'get').mockReturnValue(null)
    const request = watched(wallet.ask('IS_CONNECTED'))
    await turns()
    taken.mockRestore()
    expect(await outcome(request)).toEqual({ code: 'frame.notSet' })
    await comesBack(before)
  })
})

test('dropping all requests posts nothing to a frame that has not loaded', async () => {
  watched(wallet.load())
  await turns()
  frame.listen()
  wallet.postAbort()
  expect(frame.posted).toEqual([])
  frame.ready()
  wallet.postAbort()
  expect(frame.names()).toEqual(['RPC_ABORT'])
})

test('disposal rejects everything that is pending, and nothing starts after it', async () => {
  const theme = watched(wallet.ask('SYNC_THEME', {}))
  const loading = watched(wallet.load())
  const init = watched(wallet.init())
  const login = watched(wallet.ask('CONNECT_DEVICE'))
  wallet.dispose()
  for (const promise of [theme, loading, init, login]) {
    expect(await outcome(promise)).toEqual({ code: 'frame.aborted' })
  }
  for (const late of [wallet.load(), wallet.init(), wallet.ask('SYNC_THEME', {}), wallet.ask('GET_USER')]) {
    expect(await outcome(watched<unknown>(late))).toEqual({ code: 'frame.aborted' })
  }
  expect(alerts).toEqual([])
})

test('disposal also ends the pause before the first requests', async () => {
  const init = watched(wallet.init())
  await turns()
  frame.ready()
  await turns()
  jest.advanceTimersByTime(100)
  wallet.dispose()
  expect(await outcome(init)).toEqual({ code: 'frame.aborted' })
})
