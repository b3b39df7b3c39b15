import { readHost } from './readHost.ts'

const SECURE = 'https://secure.example'

test.each([
  ['https://shop.example', ['https://shop.example'], 'shop.example'],
  ['https://shop.example:8443', ['https://shop.example:*'], 'shop.example:8443'],
  ['https://a.shop.example', ['*.shop.example'], 'a.shop.example'],
])('the page %s of a project that allows %p is called %s in mails', (page, allowed, host) => {
  expect(readHost(page, allowed, SECURE)).toBe(host)
})

test.each([
  ['https://evil.example', ['https://shop.example']],
  ['http://shop.example', ['https://shop.example']],
  ['https://a.b.shop.example', ['*.shop.example']],
  ['https://evil.vercel.app', ['https://shop.example']],
  ['http://localhost:3000', ['https://shop.example']],
  ['https://shop.example', []],
])('the page %s is refused for a project that allows %p', (page, allowed) => {
  expect(() => readHost(page, allowed, SECURE)).toThrow(expect.objectContaining({ code: 'origin.notAllowed' }))
})

test('the secure site, where owners manage their wallets, counts as a page of every project', () => {
  expect(readHost(SECURE, ['https://shop.example'], SECURE)).toBe('secure.example')
  expect(() => readHost('http://secure.example', ['https://shop.example'], SECURE)).toThrow()
})

test('while the secure site is on the visitor’s machine, other pages on that machine are allowed too', () => {
  expect(readHost('http://localhost:4300', [], 'http://localhost:4303')).toBe('localhost:4300')
  expect(() => readHost('https://evil.example', [], 'http://localhost:4303')).toThrow()
})
