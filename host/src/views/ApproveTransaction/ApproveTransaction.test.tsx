/** @jest-environment jsdom */
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { placeFrame } from '../../embeddedWallet/placeFrame.ts'
import { showFrame } from '../../embeddedWallet/showFrame.ts'
import { shakeRequested } from '../../feedbackSlice.ts'
import type { PorticoOptions } from '../../options/types.ts'
import { opened } from '../../router/routerSlice.ts'
import { ApproveTransaction } from './ApproveTransaction.tsx'

let frame: HTMLIFrameElement
let place: HTMLDivElement
let view: AbortController

beforeAll(() => {
  fillBrowserGaps()
  ;(globalThis as Record<string, unknown>).CSSStyleSheet = class {
    text = ''
    replaceSync(text: string) {
      this.text = text
    }
  }
})
beforeEach(() => {
  jest.useFakeTimers()
  frame = document.createElement('iframe')
  frame.style.display = 'none'
  place = document.createElement('div')
  document.body.append(frame, place)
  view = new AbortController()
})
afterEach(() => {
  view.abort()
  expect(jest.getTimerCount()).toBe(0)
  document.body.replaceChildren()
  jest.useRealTimers()
})

const wide = (width: number) =>
  Object.defineProperty(document.body, 'clientWidth', { configurable: true, value: width })

/** The frame's styles, as plain data. */
const styles = () => {
  const { display, width, height, left, top, bottom } = frame.style
  return { display, width, height, left, top, bottom }
}

async function show(options: Partial<PorticoOptions> = {}, theme = async () => {}) {
  const test = createTestStore({ options })
  const shown = showFrame({ element: frame, place, store: test.store, theme }, view.signal)
  await jest.advanceTimersByTimeAsync(0)
  return { ...test, shown }
}

test('on a desktop the frame is centered, half a header lower; it takes focus, and leaves with the view', async () => {
  wide(1280)
  await show()
  expect(styles()).toMatchObject({
    display: 'block',
    width: '360px',
    height: '600px',
    left: 'calc(50% - 180px)',
    top: 'calc(50% - 272px)',
  })
  expect(place.style.height).toBe('600px')
  expect(frame.style.animation).toContain('w3m-iframe-zoom-in')
  expect(document.activeElement).toBe(frame)
  expect(document.adoptedStyleSheets).toHaveLength(1)
  view.abort()
  expect(frame.style.display).toBe('none')
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

test.each([
  [430, '100%'],
  [431, '360px'],
])('on a page %i px wide the frame is %s wide', async (width, expected) => {
  wide(width)
  await show()
  expect(frame.style.width).toBe(expected)
  if (expected === '100%') expect(frame.style.animation).toContain('w3m-iframe-zoom-in-mobile')
})

test('when the page is rotated, the frame moves', () => {
  wide(1280)
  placeFrame(frame, place, false, view.signal)
  wide(400)
  dispatchEvent(new Event('resize'))
  expect(styles()).toMatchObject({ width: '100%', left: '0px', bottom: '0px' })
})

test.each([
  ['a small phone', 375, 667, '544px'],
  ['a phone on its side', 812, 375, '285px'],
  ['a low window on a desktop', 1280, 640, '550px'],
])('on %s the whole frame and the header are visible', (_, width, height, expected) => {
  wide(width)
  const { innerHeight: before } = window
  window.innerHeight = height
  placeFrame(frame, place, false, view.signal)
  expect(styles().height).toBe(expected)
  expect(place.style.height).toBe(expected)
  window.innerHeight = before
  dispatchEvent(new Event('resize'))
  expect(styles().height).toBe('600px')
})

test('in embedded mode the frame fills the view, after 300 ms', () => {
  place.getBoundingClientRect = () => ({ left: 10, top: 20, width: 300, height: 600 }) as DOMRect
  placeFrame(frame, place, true, view.signal)
  jest.advanceTimersByTime(299)
  // Invisible until it has a position.
  expect([frame.style.left, frame.style.opacity]).toEqual(['', '0'])
  jest.advanceTimersByTime(1)
  expect(frame.style.opacity).toBe('')
  expect(styles()).toMatchObject({ left: '10px', top: '20px', width: '300px', height: '600px' })
})

test('in embedded mode the frame scrolls into view, wherever the visitor has scrolled to', async () => {
  const scrolled = jest.fn()
  place.scrollIntoView = scrolled
  await show({ enableEmbedded: true })
  // By then the view has its final height.
  expect(scrolled).not.toHaveBeenCalled()
  jest.advanceTimersByTime(300)
  expect([scrolled.mock.calls, place.style.height]).toEqual([[[{ block: 'nearest' }]], '600px'])
  scrolled.mockClear()
  view.abort()
  view = new AbortController()
  await show()
  expect(scrolled).not.toHaveBeenCalled()
})

test('the frame shakes with the window', async () => {
  wide(1280)
  const { store } = await show()
  store.dispatch(shakeRequested())
  expect(frame.style.animation).toContain('w3m-shake')
  jest.advanceTimersByTime(500)
  expect(frame.style.animation).toBe('none')
})

test("the frame is hidden until it has the page's colors or time is up, and again once the view is left", async () => {
  wide(1280)
  await show({}, () => new Promise<void>(() => {}))
  expect(frame.style.display).toBe('none')
  await jest.advanceTimersByTimeAsync(3_000)
  expect(frame.style.display).toBe('block')
  view.abort()
  view = new AbortController()
  const { shown } = await show({}, () => new Promise<void>(() => {}))
  view.abort()
  await jest.advanceTimersByTimeAsync(3_000)
  await shown
  expect(frame.style.display).toBe('none')
})

test('if the wallet cannot be loaded, the reason and a way out are shown instead of the frame', async () => {
  const test = createTestStore()
  test.store.dispatch(opened({ view: 'ApproveTransaction' }))
  const error = { code: 'frame.keyUnavailable', message: 'Can’t open your wallet right now.' } as const
  const { container, press } = await render(inShell(test, <ApproveTransaction params={{ error }} />))
  expect(container.querySelector('[role=alert]')?.textContent).toBe('Can’t open your wallet right now.')
  await press('Close')
  expect(test.store.getState().router.isOpen).toBe(false)
  await unmountAll()
  jest.clearAllTimers() // React's timers
})
