/** @jest-environment jsdom */
import { watchPress } from './pressing.ts'
import { createFakeObserver, key, point } from './testing/fakeSight.ts'
import { type ScreenState, watchVisibility } from './visibility.ts'

let undo = () => {}

function show({ isV2 = true, hasFocus = true, isFramed = false } = {}) {
  const screen = document.createElement('main')
  const button = document.createElement('button')
  screen.append(button)
  document.body.replaceChildren(screen)
  const sight = createFakeObserver({ isV2 })
  let focus = hasFocus
  document.hasFocus = () => focus
  let presses = 0
  const said: ScreenState[] = []
  const own = isFramed ? Object.create(window, { parent: { value: {} } }) : window
  const visibility = watchVisibility(
    { window: own, document, Observer: sight.Observer },
    { parts: [screen], body: screen },
    (state) => said.push(state),
  )
  let isReal = true
  const stop = watchPress({ document, button, visibility, onPress: () => presses++, isReal: () => isReal })
  undo = () => {
    stop()
    visibility.stop()
  }
  const tap = (options = {}) => {
    point(button, 'pointerdown', options)
    point(button, 'pointerup', options)
  }
  const arm = () => {
    sight.see()
    jest.advanceTimersByTime(500)
  }
  return {
    screen,
    button,
    sight,
    visibility,
    said,
    tap,
    arm,
    presses: () => presses,
    focus(has: boolean) {
      focus = has
      window.dispatchEvent(new Event(has ? 'focus' : 'blur'))
    },
    forge() {
      isReal = false
    },
  }
}

const setVisibility = (state: string) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  undo()
  setVisibility('visible')
  jest.useRealTimers()
})

test('a press counts as soon as everything has been in sight for half a second', () => {
  const { tap, presses, sight } = show()
  sight.see()
  jest.advanceTimersByTime(499)
  tap()
  expect(presses()).toBe(0)
  jest.advanceTimersByTime(1)
  tap()
  expect(presses()).toBe(1)
})

test.each([
  ['something lies over it or makes it transparent', 1, false],
  ['a part of it is out of sight', 0.9, true],
  ['it is out of sight', 0, true],
])('no press on the screen counts while %s', (_, ratio, isVisible) => {
  const { tap, presses, sight, said } = show()
  sight.see(ratio, isVisible)
  jest.advanceTimersByTime(5_000)
  tap()
  expect([presses(), said]).toEqual([0, []])
})

test('after being covered, the request has to be in sight for half a second again', () => {
  const { arm, tap, presses, sight, said } = show()
  arm()
  sight.see(1, false)
  tap()
  sight.see()
  jest.advanceTimersByTime(499)
  tap()
  expect(presses()).toBe(0)
  jest.advanceTimersByTime(1)
  tap()
  expect([presses(), said]).toEqual([1, ['seen', 'armed', 'unseen', 'seen', 'armed']])
})

const interruptions: readonly [string, (shown: ReturnType<typeof show>) => void][] = [
  ['is resized', () => void window.dispatchEvent(new Event('resize'))],
  ['is left for another window', () => void window.dispatchEvent(new Event('blur'))],
  [
    'is hidden',
    () => {
      setVisibility('hidden')
      setVisibility('visible')
    },
  ],
  ['is moved', ({ button }) => point(button, 'pointermove', { frameX: 180 })],
]

/** Where the frame is after the interruption. */
const placeAfter = (name: string) => (name === 'is moved' ? 180 : 100)

test.each(interruptions)('the half second starts again when the frame %s', (name, interrupt) => {
  const shown = show()
  const after = { frameX: placeAfter(name) }
  point(shown.button, 'pointermove')
  shown.arm()
  interrupt(shown)
  shown.tap(after)
  expect(shown.presses()).toBe(0)
  jest.advanceTimersByTime(500)
  shown.tap(after)
  expect(shown.presses()).toBe(1)
})

test.each(interruptions)('a press does not count when the frame %s between down and up', (name, interrupt) => {
  const shown = show()
  const { button, arm, presses } = shown
  arm()
  point(button, 'pointerdown')
  interrupt(shown)
  // Another half second does not help either.
  jest.advanceTimersByTime(1_000)
  point(button, 'pointerup', { frameX: placeAfter(name) })
  expect(presses()).toBe(0)
})

test('a press that began too early does not count, however late it ends', () => {
  const { button, arm, presses } = show()
  point(button, 'pointerdown')
  arm()
  point(button, 'pointerup')
  expect(presses()).toBe(0)
})

test('a mouse press does not count right after the frame has jumped under the mouse', () => {
  const { button, arm, presses, tap } = show()
  arm()
  const mouse = { pointerType: 'mouse' } as const
  point(button, 'pointerover', { ...mouse, relatedTarget: null })
  tap(mouse)
  expect(presses()).toBe(0)
  jest.advanceTimersByTime(300)
  tap(mouse)
  expect(presses()).toBe(1)
})

test('pressing elsewhere and releasing on the button does not count, nor does a press with two fingers', () => {
  const { button, screen, arm, presses } = show()
  arm()
  point(screen, 'pointerdown')
  point(button, 'pointerup')
  point(button, 'pointerdown', { pointerId: 1 })
  point(button, 'pointerup', { pointerId: 2 })
  point(button, 'pointerdown')
  point(button, 'pointerleave')
  point(button, 'pointerup')
  expect(presses()).toBe(0)
})

test('events made by a script do not count as a press', () => {
  const { button, arm, tap, presses, forge } = show()
  arm()
  forge()
  tap()
  key(button, 'keydown', 'Enter')
  key(button, 'keyup', 'Enter')
  button.click()
  expect(presses()).toBe(0)
})

test.each(['Enter', ' '])('the key %j counts if everything is in sight when it goes down and up', (name) => {
  const { button, arm, presses } = show()
  key(button, 'keydown', name)
  arm()
  key(button, 'keyup', name)
  expect(presses()).toBe(0)
  expect(key(button, 'keydown', name).defaultPrevented).toBe(true)
  key(button, 'keyup', name)
  expect(presses()).toBe(1)
})

test('a key that was already held down does not count', () => {
  const { button, arm, presses } = show()
  arm()
  key(button, 'keydown', 'Enter', true)
  key(button, 'keyup', 'Enter')
  expect(presses()).toBe(0)
})

test('a press by a screen reader counts', () => {
  const { button, arm, presses } = show()
  button.dispatchEvent(new MouseEvent('click', { detail: 0 }))
  expect(presses()).toBe(0)
  arm()
  button.dispatchEvent(new MouseEvent('click', { detail: 0 }))
  expect(presses()).toBe(1)
})

describe('where the browser cannot tell what covers a screen', () => {
  test('no press counts in a frame, with or without focus', () => {
    const { arm, tap, presses, said } = show({ isV2: false, isFramed: true })
    arm()
    jest.advanceTimersByTime(5_000)
    tap()
    expect([presses(), said]).toEqual([0, []])
  })

  test('in a window of its own, presses count only while the window has the focus', () => {
    const { arm, tap, presses, focus } = show({ isV2: false, hasFocus: false })
    arm()
    tap()
    expect(presses()).toBe(0)
    focus(true)
    jest.advanceTimersByTime(500)
    tap()
    expect(presses()).toBe(1)
    focus(false)
    jest.advanceTimersByTime(5_000)
    tap()
    expect(presses()).toBe(1)
  })

  test.each<[string, (shown: ReturnType<typeof show>) => void]>([
    ['by a finger', ({ tap }) => tap()],
    ['by a key', ({ button }) => void key(button, 'keydown', 'Enter')],
  ])('hasty repeated presses %s in a window that has just opened do not count', (_, press) => {
    const shown = show({ isV2: false })
    shown.sight.see()
    for (let presses = 0; presses < 10; presses++) {
      jest.advanceTimersByTime(400)
      press(shown)
    }
    expect(shown.presses()).toBe(0)
    jest.advanceTimersByTime(500)
    shown.tap()
    expect(shown.presses()).toBe(1)
  })
})

test('once the screen is no longer watched, no listener, observer or timer is left', () => {
  const { sight, arm, tap, presses } = show()
  arm()
  undo()
  tap()
  expect([sight.watching(), presses()]).toEqual([0, 0])
  expect(jest.getTimerCount()).toBe(0)
})
