/** @jest-environment jsdom */
import { DEVELOPER_PARAMETER } from '@portico/contracts/developerParameter'
import { forgetRequest, keepRequest, keptRequest, parseLink, takeLink } from './readRequest.ts'

const INTEGRITY = `sha384-${'a+/'.repeat(21)}A`
const KEY = `B${'k-_'.repeat(28)}kk`
const REQUEST = { id: 'safety', origin: 'http://localhost:4399', integrity: INTEGRITY, key: KEY }
const link = (changed: Partial<typeof REQUEST> = {}) => Object.values({ ...REQUEST, ...changed }).join(',')

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

test('a link names a remote, an address of this computer, the hash of its build, and a key', () => {
  expect(parseLink(link())).toEqual(REQUEST)
  expect(parseLink(encodeURIComponent(link({ origin: 'http://127.0.0.1:65535' }))).origin).toBe(
    'http://127.0.0.1:65535',
  )
})

test.each([
  'https://evil.example',
  'http://evil.example:4399',
  'https://localhost:4399',
  'http://localhost',
  'http://localhost:80',
  'http://localhost:65536',
  'http://localhost:04399',
  'http://localhost:4399/',
  'http://localhost:4399/../',
  'http://localhost:4399@evil.example',
  'http://localhost:4399.evil.example',
  'http://localhost.evil.example:4399',
  'http://user@localhost:4399',
  'http://LOCALHOST:4399',
  'http://[::1]:4399',
  'http://0.0.0.0:4399',
  'http://127.0.0.2:4399',
  'http://127.1:4399',
  'http://2130706433:4399',
  'http://192.168.0.1:4399',
  'http://localhost.:4399',
  ' http://localhost:4399',
  'http://localhost:4399\n',
  'http:\\\\localhost:4399',
  'file://localhost:4399',
  'javascript:alert(1)',
  '',
])('an address that is not one of this computer is refused: %j', (origin) => {
  expect(() => parseLink(link({ origin }))).toThrow(expect.objectContaining({ code: 'override.invalid' }))
})

test.each([
  ['a hash of another kind', link({ integrity: 'sha256-abc' })],
  ['no hash', link({ integrity: '' })],
  ['no id', link({ id: '' })],
  ['an id that every object has', link({ id: 'constructor' })],
  ['an id that is a path', link({ id: '../../host' })],
  ['no key', link({ key: '' })],
  ['a key that is too short', link({ key: 'Babc' })],
  ['too few parts', 'safety'],
  ['too many parts', `${link()},more`],
  ['a wrong encoding', '%E0%A4%A'],
])('a link with %s is refused', (_, text) => {
  expect(() => parseLink(text)).toThrow(expect.objectContaining({ code: 'override.invalid' }))
})

test('a link leaves the address of the page, and what belongs to the page stays', () => {
  for (const [before, after] of [
    [`/shop?a=1#${DEVELOPER_PARAMETER}=${link()}`, '/shop?a=1'],
    [`/shop#/route&${DEVELOPER_PARAMETER}=${link()}&b=2`, '/shop#/route&b=2'],
    [`/shop#${DEVELOPER_PARAMETER}=${link()}&b=2`, '/shop#b=2'],
  ] as const) {
    history.replaceState({ kept: true }, '', before)
    expect(takeLink()).toEqual(REQUEST)
    expect([location.href, history.state]).toEqual([`http://localhost${after}`, { kept: true }])
    expect(takeLink()).toBeUndefined()
  }
})

test('a link that cannot be read leaves the address, too', () => {
  history.replaceState(null, '', `/#${DEVELOPER_PARAMETER}=nonsense`)
  expect(takeLink).toThrow(expect.objectContaining({ code: 'override.invalid' }))
  expect(location.hash).toBe('')
})

test('only this tab remembers what was allowed, and only if it is whole', () => {
  expect(keptRequest()).toBeUndefined()
  keepRequest(REQUEST)
  expect([keptRequest(), localStorage.length]).toEqual([REQUEST, 0])
  forgetRequest()
  expect(keptRequest()).toBeUndefined()
  for (const damaged of [
    '',
    'null',
    '[]',
    '{"__proto__":{"id":"safety"}}',
    JSON.stringify({ ...REQUEST, origin: 'https://evil.example' }),
  ]) {
    sessionStorage.setItem(DEVELOPER_PARAMETER, damaged)
    expect(keptRequest).toThrow(expect.objectContaining({ code: 'override.invalid' }))
  }
})
