/** @jest-environment jsdom */

import { render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { type Question, useAnswer } from './index.ts'

interface Call {
  readonly key: string
  readonly signal: AbortSignal
  answer(value: string): Promise<void>
  fail(error: unknown): Promise<void>
}

type Asked = Omit<Question<string>, 'work'>
type Hook = ReturnType<typeof useAnswer<string>>

interface ViewProps {
  readonly question: Question<string>
  show(shown: Hook): void
}

function View({ question, show }: ViewProps): null {
  show(useAnswer(question))
  return null
}

/** A view that sends requests, and the requests that it has sent so far. */
function view() {
  const calls: Call[] = []
  let shown: Hook
  const show = (next: Hook) => {
    shown = next
  }
  const work = (key: string, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      calls.push({
        key,
        signal,
        answer: (value) => act(async () => resolve(value)),
        fail: (error) => act(async () => reject(error)),
      })
    })
  return {
    calls,
    asks: (asked: Asked) => (
      <View question={{ ...asked, work: (signal) => work(asked.key ?? '', signal) }} show={show} />
    ),
    keys: () => calls.map(({ key }) => key),
    last: () => calls.at(-1) as Call,
    shown: () => shown[0],
    again: () => act(async () => shown[1]()),
  }
}

const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  await setHidden(false)
  jest.useRealTimers()
})

test("only the current request's answer is shown, and the previous request is canceled", async () => {
  const { asks, calls, last, shown } = view()
  const { rerender } = await render(asks({ key: 'a' }))
  await rerender(asks({ key: 'b' }))
  expect(calls[0]?.signal.aborted).toBe(true)
  await calls[0]?.answer('of a')
  expect(shown()).toBeUndefined()
  await last().answer('of b')
  expect(shown()).toEqual({ value: 'of b' })
  await rerender(asks({ key: undefined }))
  expect([shown(), calls.length]).toEqual([undefined, 2])
})

test('a failure stays until it is retried; then there is no answer until the next one arrives', async () => {
  const { asks, last, shown, again, keys } = view()
  await render(asks({ key: 'a', debounceMs: 500 }))
  await passes(500)
  await last().fail('offline')
  expect(shown()).toEqual({ error: 'offline' })
  await again()
  expect([shown(), keys()]).toEqual([undefined, ['a', 'a']])
  await last().answer('yes')
  expect(shown()).toEqual({ value: 'yes' })
})

test('nothing is requested while the visitor types', async () => {
  const { asks, keys } = view()
  const { rerender } = await render(asks({ key: 'a', debounceMs: 500 }))
  await passes(499)
  await rerender(asks({ key: 'ab', debounceMs: 500 }))
  await passes(499)
  expect(keys()).toEqual([])
  await passes(1)
  expect(keys()).toEqual(['ab'])
})

test('an old answer stays until the new one arrives, and a hidden page asks again once it is visible', async () => {
  const { asks, keys, last, shown } = view()
  await render(asks({ key: 'a', refreshMs: 10_000 }))
  await last().answer('one')
  await setHidden(true)
  await passes(60_000)
  expect(keys()).toEqual(['a'])
  await setHidden(false)
  expect([keys(), shown()]).toEqual([['a', 'a'], { value: 'one' }])
  await last().answer('two')
  expect(shown()).toEqual({ value: 'two' })
})

test('while requests are held, the answer stays; when they resume, an outdated answer is requested again at once', async () => {
  const { asks, keys, last, shown } = view()
  const { rerender } = await render(asks({ key: 'a', refreshMs: 10_000 }))
  await last().answer('one')
  await rerender(asks({ key: 'a', refreshMs: 10_000, isHeld: true }))
  await passes(4_000)
  await rerender(asks({ key: 'a', refreshMs: 10_000 }))
  await passes(5_999)
  expect(keys()).toHaveLength(1)
  await rerender(asks({ key: 'a', refreshMs: 10_000, isHeld: true }))
  await passes(60_000)
  expect([keys().length, shown()]).toEqual([1, { value: 'one' }])
  await rerender(asks({ key: 'a', refreshMs: 10_000 }))
  await passes(0)
  expect(keys()).toHaveLength(2)
})

test('a request is canceled when its view leaves the screen', async () => {
  const { asks, last } = view()
  await render(asks({ key: 'a' }))
  await unmountAll()
  expect(last().signal.aborted).toBe(true)
})
