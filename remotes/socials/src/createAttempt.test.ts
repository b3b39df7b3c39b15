import { addErrors, ModalError } from '@portico/contracts'
import { embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { createAttempt, type Steps } from './createAttempt.ts'

addErrors(embeddedWalletErrors)

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

function deferred<T>(): Deferred<T> {
  let settle = {} as Omit<Deferred<T>, 'promise'>
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

/** Lets all settled promises run their handlers. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const rounds: { url: Deferred<string>; answered: Deferred<void>; connected: Deferred<void> }[] = []
  const life = new AbortController()
  const attempt = createAttempt(async (): Promise<Steps> => {
    const round = { url: deferred<string>(), answered: deferred<void>(), connected: deferred<void>() }
    rounds.push(round)
    return { url: round.url.promise, answered: round.answered.promise, connected: round.connected.promise }
  }, life.signal)
  const round = (index: number) => {
    const found = rounds[index]
    if (!found) throw new Error(`it was not started ${index + 1} times`)
    return found
  }
  /** As in the embedded wallet, a failure rejects all promises. */
  const fail = (index: number, code: ConstructorParameters<typeof ModalError>[0]) => {
    const { url, answered, connected } = round(index)
    for (const one of [url, answered, connected]) one.reject(new ModalError(code))
    return turn()
  }
  return { attempt, life, rounds, round, fail }
}

test('the visitor acts first, then their data is fetched', async () => {
  const { attempt, round } = setUp()
  attempt.begin()
  await turn()
  expect(attempt.getState()).toEqual({ status: 'waiting' })
  round(0).url.resolve('https://example.org/')
  await turn()
  expect(attempt.getState()).toEqual({ status: 'waiting', url: 'https://example.org/' })
  round(0).answered.resolve()
  await turn()
  expect(attempt.getState()).toEqual({ status: 'retrieving' })
  round(0).connected.resolve()
  await turn()
  expect(attempt.getState()).toEqual({ status: 'retrieving' })
})

test('starting twice makes one attempt', async () => {
  const { attempt, rounds } = setUp()
  attempt.begin()
  attempt.begin()
  await turn()
  expect(rounds).toHaveLength(1)
})

test('a closed window ends the attempt silently, and only the first caller goes back', async () => {
  const { attempt, fail } = setUp()
  attempt.begin()
  await turn()
  await fail(0, 'social.popupClosed')
  expect(attempt.getState()).toEqual({ status: 'over' })
  expect(attempt.takeEnd()).toBe(true)
  expect(attempt.takeEnd()).toBe(false)
})

test('an answer from another origin ends the attempt with an error', async () => {
  const { attempt, fail } = setUp()
  attempt.begin()
  await turn()
  await fail(0, 'social.untrustedOrigin')
  expect(attempt.getState()).toEqual({
    status: 'over',
    error: { code: 'social.untrustedOrigin', message: 'Untrusted Origin' },
  })
})

test('a failed attempt can be retried, and two quick presses retry it only once', async () => {
  const { attempt, rounds, round, fail } = setUp()
  attempt.begin()
  await turn()
  await fail(0, 'social.timedOut')
  expect(attempt.getState()).toMatchObject({ status: 'failed', error: { code: 'social.timedOut' } })

  const order: string[] = []
  attempt.retry(() => order.push('window'))
  attempt.retry(() => order.push('second window'))
  await turn()
  expect(order).toEqual(['window'])
  expect(rounds).toHaveLength(2)
  expect(attempt.getState()).toEqual({ status: 'waiting' })
  round(1).answered.resolve()
  round(1).url.resolve('https://example.org/')
  await turn()
  expect(attempt.getState()).toEqual({ status: 'retrieving' })
})

test('responses to an earlier start are ignored', async () => {
  const { attempt, round } = setUp()
  attempt.begin()
  await turn()
  round(0).connected.reject(new ModalError('social.failed'))
  await turn()
  attempt.retry()
  await turn()
  round(0).url.resolve('https://example.org/old')
  round(0).answered.resolve()
  await turn()
  expect(attempt.getState()).toEqual({ status: 'waiting' })
})

test('an attempt in progress is not restarted', async () => {
  const { attempt, rounds } = setUp()
  attempt.begin()
  await turn()
  attempt.retry(() => {
    throw new Error('a window that nobody needs')
  })
  await turn()
  expect(rounds).toHaveLength(1)
})

test('a foreign error is wrapped, and its text is not shown', async () => {
  const attempt = createAttempt(
    () => Promise.reject(new Error('at https://internal/?code=1')),
    new AbortController().signal,
  )
  attempt.begin()
  await turn()
  expect(attempt.getState()).toEqual({
    status: 'failed',
    error: { code: 'connection.failed', message: 'Failed to connect' },
  })
})

test('nothing is reported after the view has left', async () => {
  const { attempt, life, rounds, fail } = setUp()
  const heard: unknown[] = []
  attempt.subscribe(() => heard.push(attempt.getState()))
  attempt.begin()
  await turn()
  life.abort()
  await fail(0, 'social.popupClosed')
  attempt.retry()
  expect(attempt.takeEnd()).toBe(false)
  expect(heard).toEqual([])
  expect(rounds).toHaveLength(1)
})

test('a view that left before starting starts nothing', async () => {
  const { attempt, life, rounds } = setUp()
  life.abort()
  attempt.begin()
  await turn()
  expect(rounds).toHaveLength(0)
})

test('an unsubscribed listener is not called', async () => {
  const { attempt, fail } = setUp()
  let heard = 0
  const stop = attempt.subscribe(() => heard++)
  attempt.begin()
  await turn()
  stop()
  await fail(0, 'social.failed')
  expect(heard).toBe(0)
})

/** The wallet's answer while this device awaits approval. */
const waits = (retryAt: number) => new ModalError('frame.deviceWaiting', { details: { retryAt } })

function onNewDevice() {
  const waiting: Deferred<void>[] = []
  const done: string[] = []
  const life = new AbortController()
  const attempt = createAttempt(
    async () => ({
      answered: Promise.resolve(),
      connected: Promise.reject(waits(1_700_000_000)),
      later: {
        waitForDevice() {
          const wait = deferred<void>()
          waiting.push(wait)
          return wait.promise
        },
        connect: async () => void done.push('connected'),
      },
    }),
    life.signal,
  )
  attempt.begin()
  return { attempt, waiting, done, life }
}

test('for an unknown device, the attempt says how long it waits, and continues once the device is approved', async () => {
  const { attempt, waiting, done } = onNewDevice()
  await turn()
  expect(attempt.getState()).toMatchObject({ status: 'unconfirmed', opensAt: 1_700_000_000 })
  // The frame's waits are short and repeated.
  waiting[0]?.reject(waits(1_700_000_100))
  await turn()
  expect(attempt.getState()).toMatchObject({ status: 'unconfirmed', opensAt: 1_700_000_100 })
  waiting[1]?.resolve()
  await turn()
  expect([attempt.getState().status, done]).toEqual(['retrieving', ['connected']])
})

test('a refused device ends the attempt with an error, and polling stops', async () => {
  const { attempt, waiting, done } = onNewDevice()
  await turn()
  waiting[0]?.reject(new ModalError('frame.deviceRefused'))
  await turn()
  expect(attempt.getState()).toMatchObject({ status: 'failed', error: { code: 'frame.deviceRefused' } })
  expect([waiting.length, done]).toEqual([1, []])
})

test('a visitor who leaves while waiting is not connected', async () => {
  const { attempt, waiting, done, life } = onNewDevice()
  await turn()
  life.abort()
  waiting[0]?.reject(new ModalError('frame.aborted'))
  await turn()
  expect([attempt.getState().status, waiting.length, done]).toEqual(['unconfirmed', 1, []])
})
