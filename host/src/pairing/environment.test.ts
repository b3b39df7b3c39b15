import { type Environment, type EnvironmentSource, readEnvironment } from './environment.ts'

const browser = (userAgent: string, more: Partial<EnvironmentSource['navigator']> = {}): EnvironmentSource => ({
  navigator: { userAgent, ...more },
})
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const apple = { vendor: 'Apple Computer, Inc.' }

test.each<[string, EnvironmentSource, Partial<Environment>]>([
  ['Safari on an iPhone', browser(IPHONE, apple), { isMobile: true, isIos: true, isSafari: true }],
  [
    'Chrome on an iPhone is not Safari',
    browser(IPHONE.replace('Version/18.0', 'CriOS/140.0'), apple),
    { isIos: true, isSafari: false },
  ],
  ['an iPad that calls itself a Mac', browser(MAC, { ...apple, maxTouchPoints: 5 }), { isMobile: true, isIos: true }],
  ['a Mac', browser(MAC, apple), { isMobile: false, isIos: false, isSafari: true }],
  [
    'Chrome on a desktop is not Safari, though its user agent says so (pitfall 35)',
    browser(MAC.replace('Version/18.0', 'Chrome/140.0.0.0'), {
      vendor: 'Google Inc.',
      userAgentData: { mobile: false, platform: 'macOS' },
    }),
    { isMobile: false, isSafari: false },
  ],
  [
    'Android by its client hints',
    browser('', { userAgentData: { mobile: true, platform: 'Android' } }),
    { isMobile: true, isAndroid: true },
  ],
  ['Android by its user agent', browser(ANDROID), { isMobile: true, isAndroid: true, isIos: false }],
  ['Telegram', { ...browser(ANDROID), TelegramWebviewProxy: {} }, { isTelegram: true }],
  [
    'a device whose main pointer is a finger',
    { ...browser(''), matchMedia: (query) => ({ matches: query.includes('coarse') }) },
    { isMobile: true },
  ],
  ['a page in a frame', { ...browser(MAC), self: 1, top: 2 }, { isFramed: true }],
  [
    'a frame that may not access its parent page',
    Object.defineProperty({ ...browser(MAC), self: 1 }, 'top', {
      get() {
        throw new Error('another origin')
      },
    }) as EnvironmentSource,
    { isFramed: true },
  ],
  [
    'an installed page',
    { ...browser(ANDROID), matchMedia: (query) => ({ matches: query.includes('standalone') }) },
    { isStandalone: true },
  ],
])('%s', (_, page, expected) => expect(readEnvironment(page)).toMatchObject(expected))
