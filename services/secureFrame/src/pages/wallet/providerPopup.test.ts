/** @jest-environment jsdom */
import { openPopup } from './providerPopup.ts'

const URI = 'https://secure.example/back?state=s&code=c'

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

function open() {
  const popup = { closed: false, close: jest.fn(), location: { replace: jest.fn() } }
  let hear: (event: unknown) => void = () => {}
  const events = new EventTarget()
  const window = {
    location: { origin: 'https://secure.example' },
    open: jest.fn(() => popup),
    addEventListener(name: string, listener: (event: unknown) => void, options: AddEventListenerOptions) {
      hear = listener
      events.addEventListener(name, listener, options)
    },
  } as unknown as Window
  const life = new AbortController()
  const opened = openPopup(window, life.signal)
  if (!opened) throw new Error('It was not opened.')
  const outcome = opened.returned.then(
    (uri) => uri,
    ({ name }: Error) => name,
  )
  const post = (more: object = {}) =>
    hear({ isTrusted: true, source: popup, origin: 'https://secure.example', data: { resultUri: URI }, ...more })
  return { popup, opened, life, outcome, post }
}

test("the message from /back in the popup counts as the provider's answer", async () => {
  const { popup, opened, outcome, post } = open()
  opened.lead('https://provider.example/')
  expect(popup.location.replace).toHaveBeenCalledWith('https://provider.example/')
  post()
  expect(await outcome).toBe(URI)
  expect(popup.close).toHaveBeenCalled()
})

test.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
  ['a script', { isTrusted: false }],
  ['a page with other data', { data: { resultUri: 7 } }],
])('a message from %s is ignored', async (_, more) => {
  const { outcome, post, life } = open()
  post(more)
  life.abort()
  expect(await outcome).toBe('PopupClosed')
})

test('a window counts as closed only after its last message has had time to arrive', async () => {
  const { popup, outcome, post } = open()
  popup.closed = true
  jest.advanceTimersByTime(600)
  post()
  expect(await outcome).toBe(URI)
  const other = open()
  other.popup.closed = true
  jest.advanceTimersByTime(1_000)
  expect(await other.outcome).toBe('PopupClosed')
})

test('the wait for the provider ends after two minutes', async () => {
  const { outcome } = open()
  jest.advanceTimersByTime(120_000)
  expect(await outcome).toBe('PopupClosed')
})

test('a blocked window is reported', () => {
  jest.spyOn(window, 'open').mockReturnValue(null)
  expect(openPopup(window, new AbortController().signal)).toBeUndefined()
})
