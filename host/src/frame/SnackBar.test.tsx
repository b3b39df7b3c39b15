/** @jest-environment jsdom */
import { render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../testing/shell.tsx'
import { createTestStore } from '../../testing/store.ts'
import { snackHidden, snackShown } from '../feedbackSlice.ts'
import { SnackBar } from './SnackBar.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

async function show() {
  const test = createTestStore()
  const view = await render(inShell(test, <SnackBar />))
  return {
    ...view,
    say: (text: string, variant: 'success' | 'error' | 'loading' = 'success') =>
      act(async () => void test.store.dispatch(snackShown({ variant, text }))),
    sayKey: (key: string) => act(async () => void test.store.dispatch(snackShown({ variant: 'error', key }))),
    hide: () => act(async () => void test.store.dispatch(snackHidden())),
    elapse: (ms: number) => act(async () => void jest.advanceTimersByTime(ms)),
  }
}

test('a message is shown at once if no other is visible', async () => {
  const { say, text } = await show()
  await say('Address copied')
  expect(text()).toBe('Address copied')
})

test('§4: a new message hides the visible one, and appears 150 ms later', async () => {
  const { say, text, elapse } = await show()
  await say('Swapping')
  await say('Swapped')
  expect(text()).toBe('')
  await elapse(149)
  expect(text()).toBe('')
  await elapse(1)
  expect(text()).toBe('Swapped')
})

test('of several messages in quick succession, the last one is shown', async () => {
  const { say, text, elapse } = await show()
  await say('one')
  await say('two')
  await elapse(100)
  await say('three')
  expect(text()).toBe('')
  await elapse(150)
  expect(text()).toBe('three')
  await elapse(150)
  expect(text()).toBe('three')
})

test('a repeated message is shown again', async () => {
  const { say, text, elapse } = await show()
  await say('Address copied')
  await say('Address copied')
  expect(text()).toBe('')
  await elapse(150)
  expect(text()).toBe('Address copied')
})

test('a message disappears by itself', async () => {
  const { say, text, elapse } = await show()
  await say('Address copied')
  await elapse(10_000)
  expect(text()).toBe('')
})

test('a message is shown for its full time, even after replacing another message', async () => {
  const { say, text, elapse } = await show()
  await say('one')
  await elapse(2_000)
  await say('two')
  await elapse(150 + 2_000)
  expect(text()).toBe('two')
})

test('a progress message stays until the work is done', async () => {
  const { say, hide, text, elapse } = await show()
  await say('Swapping', 'loading')
  await elapse(60_000)
  expect(text()).toBe('Swapping')
  await hide()
  expect(text()).toBe('')
})

test("the modal's own message is in the visitor's language", async () => {
  const { sayKey, text } = await show()
  await sayKey('host.copyFailed')
  expect(text()).toBe('Failed to copy')
})

test('messages are read aloud, because their live region exists before they do', async () => {
  const { container, say } = await show()
  const region = container.querySelector('[role=status]')
  expect(region?.getAttribute('aria-live')).toBe('polite')
  await say('Address copied')
  expect(region?.textContent).toBe('Address copied')
})
