import { DEFAULT_SOCIALS } from '../src/index.ts'
import { type MiniAppSource, type MiniAppSystem, miniAppSystem } from './miniApp.ts'
import { visibleProviders } from './visibleProviders.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'

const page = (userAgent: string, more: Partial<MiniAppSource> = {}, maxTouchPoints = 0): MiniAppSource => ({
  navigator: { userAgent, maxTouchPoints },
  ...more,
})
const proxy = { TelegramWebviewProxy: {} }

test.each<[string, MiniAppSource, MiniAppSystem | undefined]>([
  ['a browser on an iPhone', page(IPHONE), undefined],
  ['a page on a server', {}, undefined],
  ['Telegram on an iPhone', page(IPHONE, proxy), 'ios'],
  ['Telegram on an iPad, which calls itself a Mac', page(MAC, proxy, 5), 'ios'],
  ['Telegram on a Mac', page(MAC, { Telegram: {} }), 'macos'],
  ['Telegram on Android', page(ANDROID, { TelegramWebviewProxyProto: {} }), 'android'],
  ['Telegram on Windows', page(WINDOWS, proxy), 'other'],
])('%s', (_, source, system) => expect(miniAppSystem(source)).toBe(system))

const ids = (configured: readonly string[], system?: MiniAppSystem) =>
  visibleProviders(configured, system).map(({ id }) => id)

test.each<[MiniAppSystem | undefined, readonly string[]]>([
  [undefined, []],
  ['ios', ['google']],
  ['macos', ['x']],
  ['android', ['x', 'facebook']],
  ['other', []],
])('views.md §6.3: in a mini app on %s, all providers are offered except %j', (system, hidden) => {
  expect(ids(DEFAULT_SOCIALS, system)).toEqual(DEFAULT_SOCIALS.filter((id) => !hidden.includes(id)))
})

test('providers appear in the order that the project gives', () => {
  expect(ids(['apple', 'google'])).toEqual(['apple', 'google'])
})

test('an unknown or repeated name adds no button', () => {
  expect(ids(['google', 'myspace', 'constructor', 'google', ''])).toEqual(['google'])
})

test('if no provider is enabled, none is offered', () => {
  expect(ids([])).toEqual([])
})
