import fc from 'fast-check'
import { isAllowedOrigin, matchesOrigin } from './allowedOrigins.ts'

test.each<[title: string, pattern: string, origin: string, matches: boolean]>([
  ['the same origin', 'https://shop.example', 'https://shop.example', true],
  ['another host', 'https://shop.example', 'https://shop.example.evil', false],
  ['a host that ends alike', 'https://shop.example', 'https://eshop.example', false],
  ['a sub-domain of it', 'https://shop.example', 'https://www.shop.example', false],
  ['capital letters do not matter', 'HTTPS://Shop.Example', 'https://shop.example', true],
  ['spaces around it do not matter', ' https://shop.example ', 'https://shop.example', true],
  ['a path of the pattern does not matter', 'https://shop.example/checkout', 'https://shop.example', true],

  ['another scheme', 'https://shop.example', 'http://shop.example', false],
  ['no scheme: https', 'shop.example', 'https://shop.example', true],
  ['no scheme: http', 'shop.example', 'http://shop.example', true],

  ['a whole origin without a port means the default port', 'https://shop.example', 'https://shop.example:8443', false],
  ['the default port may be written out', 'https://shop.example:443', 'https://shop.example', true],
  ['the port is compared', 'app.example:8443', 'https://app.example:8443', true],
  ['another port', 'app.example:8443', 'https://app.example:9443', false],
  ['a host alone matches any port', 'app.example', 'https://app.example:8443', true],
  ['`:*` matches any port', 'https://app.example:*', 'https://app.example:9443', true],
  ['`:*` matches the default port too', 'https://app.example:*', 'https://app.example', true],
  ['`:*` does not match another scheme', 'https://app.example:*', 'http://app.example:9443', false],

  ['`*` matches one host label', 'https://*.shop.example', 'https://www.shop.example', true],
  ['`*` does not match two labels', 'https://*.shop.example', 'https://a.b.shop.example', false],
  ['`*` does not match a missing label', 'https://*.shop.example', 'https://shop.example', false],
  ['`*` may stand in the middle', 'https://app.*.example', 'https://app.eu.example', true],
  ['two of them match two labels', 'https://*.*.example', 'https://app.eu.example', true],
  ['`*` matches a whole label, not a part of one', 'https://app-*.example', 'https://app-1.example', false],
  ['`*` alone matches a host of one label', '*', 'http://localhost', true],
  ['`*` alone does not match every host', '*', 'https://shop.example', false],
  ['a dot matches only a dot', 'https://shop.example', 'https://shopxexample', false],

  ['an empty pattern', '', 'https://shop.example', false],
  ['an invalid pattern', 'https://', 'https://shop.example', false],
  ['a page without an origin, such as a file', 'https://shop.example', 'null', false],
])('%s: %s on %s', (_, pattern, origin, matches) => {
  expect(matchesOrigin(pattern, origin)).toBe(matches)
})

test.each([
  'http://localhost:3000',
  'https://localhost',
  'http://127.0.0.1:8080',
  'https://preview-1.pages.dev',
  'https://shop.vercel.app',
  'https://tunnel.ngrok-free.app',
])('§9: %s is always allowed', (origin) => {
  expect(isAllowedOrigin(origin, [])).toBe(true)
})

test.each([
  ['a host of the built-in list without its label', 'https://vercel.app'],
  ['a host of the built-in list over plain http', 'http://shop.vercel.app'],
  ['two labels below one of the built-in list', 'https://a.b.pages.dev'],
  ['the vendor’s own mobile host, which we leave out', 'https://secure-mobile.walletconnect.com'],
  ['any other page', 'https://shop.example'],
])("if the project's list is empty, %s is not allowed", (_, origin) => {
  expect(isAllowedOrigin(origin, [])).toBe(false)
})

test('the project’s own list is allowed in addition to the built-in one', () => {
  const allowed = ['https://shop.example', 'https://*.shop.example', 'app.example:8443']
  expect(isAllowedOrigin('https://shop.example', allowed)).toBe(true)
  expect(isAllowedOrigin('https://eu.shop.example', allowed)).toBe(true)
  expect(isAllowedOrigin('https://app.example:8443', allowed)).toBe(true)
  expect(isAllowedOrigin('http://localhost:5173', allowed)).toBe(true)
  expect(isAllowedOrigin('https://other.example', allowed)).toBe(false)
})

test('any list is checked without causing an error, and allows only what it names', () => {
  const pattern = fc.oneof(fc.string(), fc.webUrl(), fc.domain()).filter((text) => !text.includes('*'))
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 8 }), (allowed) => {
      expect(isAllowedOrigin('https://victim.invalid', allowed)).toBe(false)
    }),
  )
})
