/** @jest-environment jsdom */

import { showNewDevice } from './showNewDevice.ts'
import { createFakeFrame } from './testing/fakeFrame.ts'
import { createFakeObserver, key, point } from './testing/fakeSight.ts'
import { IN_SIGHT_MS } from './visibility.ts'

const DEVICE = { key: 'k'.repeat(43), host: 'shop.example', askedAt: 1_700_000_000, opensAt: 1_700_086_400 }

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
})

function see(host: string | null = DEVICE.host) {
  const sight = createFakeObserver()
  const life = new AbortController()
  const stage = {
    // A window of its own, because a device cannot be confirmed in a frame.
    window,
    document,
    Observer: sight.Observer,
    root: document.body,
    language: 'en',
    isReal: () => true,
  }
  const shown = showNewDevice({ ...DEVICE, host }, stage, life.signal)
  const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid=${id}]`) as HTMLElement
  const outcome = jest.fn()
  shown.decided.then(outcome, ({ failure }: { failure: string }) => outcome(failure))
  return { sight, life, shown, find, outcome }
}
const press = (button: Element) => {
  point(button, 'pointerdown')
  point(button, 'pointerup')
}
const turn = () => jest.advanceTimersByTimeAsync(0)

test('the screen says where the sign-in happened and what confirming means; an unnamed site is called unknown', () => {
  see()
  const text = document.body.textContent ?? ''
  for (const said of ['shop.example', 'Confirm only if this was you', 'If you do nothing, the device gets access on']) {
    expect(text).toContain(said)
  }
  document.body.replaceChildren()
  see(null)
  expect(document.body.textContent).toContain('An unknown site')
})

test('a press confirms only after everything has been in sight for a while', async () => {
  const { sight, find, outcome, shown } = see()
  press(find('confirmDevice'))
  sight.see(0.5)
  await jest.advanceTimersByTimeAsync(IN_SIGHT_MS)
  press(find('confirmDevice'))
  sight.see(1, false)
  await jest.advanceTimersByTimeAsync(IN_SIGHT_MS)
  press(find('confirmDevice'))
  await turn()
  expect(outcome).not.toHaveBeenCalled()
  sight.see()
  await jest.advanceTimersByTimeAsync(IN_SIGHT_MS)
  press(find('confirmDevice'))
  await turn()
  expect(outcome).toHaveBeenCalledWith('confirm')
  shown.close()
  expect(document.body.childElementCount).toBe(0)
  expect(sight.watching()).toBe(0)
})

test('the visitor can refuse without waiting, and leaving decides nothing', async () => {
  const first = see()
  first.find('refuseDevice').click()
  await turn()
  expect(first.outcome).toHaveBeenCalledWith('refuse')
  first.shown.close()
  const second = see()
  key(document.body, 'keydown', 'Escape')
  await turn()
  expect(second.outcome).toHaveBeenCalledWith('rejected')
  second.shown.close()
  const third = see()
  third.life.abort()
  await turn()
  expect(third.outcome).toHaveBeenCalledWith('rejected')
  expect(document.body.childElementCount).toBe(0)
})

test('if a page could cover the frame, the device is confirmed in a window of its own', async () => {
  const frame = createFakeFrame()
  window.IntersectionObserver = createFakeObserver().Observer
  const decided = jest.fn()
  const stage = {
    window: frame.window,
    document: frame.window.document,
    Observer: frame.window.IntersectionObserver,
    root: frame.window.document.body,
    language: 'en',
    isReal: () => true,
  }
  const shown = showNewDevice(DEVICE, stage, new AbortController().signal)
  shown.decided.then(decided, decided)
  const review = frame.find('review')
  press(review as HTMLElement)
  await turn()
  expect(decided).not.toHaveBeenCalled()
  review?.click()
  frame.ready()
  expect(document.querySelector('[data-testid=newDevice]')?.textContent).toContain('shop.example')
  document.querySelector<HTMLElement>('[data-testid=refuseDevice]')?.click()
  await turn()
  expect(decided).toHaveBeenCalledWith('refuse')
  shown.close()
})
