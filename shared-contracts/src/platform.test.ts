import { type DeviceSource, isMobile } from './platform.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const finger = { matchMedia: (query: string) => ({ matches: query === '(pointer: coarse)' }) }

test.each<[string, DeviceSource, boolean]>([
  ['a phone that says so by its hints', { navigator: { userAgent: '', userAgentData: { mobile: true } } }, true],
  ['an iPhone', { navigator: { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)' } }, true],
  ['an Android tablet', { navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 14; SM-X910)' } }, true],
  ['an iPad, which calls itself a Mac', { navigator: { userAgent: MAC }, ...finger }, true],
  ['a Mac', { navigator: { userAgent: MAC }, matchMedia: () => ({ matches: false }) }, false],
  ['a browser without media queries', { navigator: { userAgent: MAC } }, false],
])('%s', (_, page, expected) => expect(isMobile(page)).toBe(expected))
