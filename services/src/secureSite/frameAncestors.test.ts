import { DEFAULT_ALLOWED_ANCESTORS } from '@portico/contracts'
import fc from 'fast-check'
import { frameAncestors } from './frameAncestors.ts'

const live = (...allowed: string[]) => frameAncestors(allowed, { isDevelopment: false })

test.each([
  ['an origin is unchanged', 'https://shop.example', 'https://shop.example'],
  ['a port is kept', 'https://shop.example:8443', 'https://shop.example:8443'],
  ['any port stays any port', 'http://localhost:*', 'http://localhost:*'],
  ['a wildcard stays the first label', 'https://*.shop.example', 'https://*.shop.example'],
  ['without a scheme, any port is allowed', 'shop.example', 'shop.example:*'],
  ['without a scheme, a port is kept', 'shop.example:3000', 'shop.example:3000'],
  ['an app keeps its own scheme', 'capacitor://localhost', 'capacitor://localhost'],
  ['a path is ignored', 'https://shop.example/cart', 'https://shop.example'],
  ['capital letters become small ones', 'HTTPS://Shop.Example', 'https://shop.example'],
])('in the policy, %s', (_, pattern, source) => {
  expect(live(pattern)).toBe(source)
})

test.each([
  ['a wildcard in the middle, which a policy cannot express', 'https://pay.*.example'],
  ['a wildcard for everything', '*'],
  ['a wildcard for every host', 'https://*'],
  ['an additional directive', 'https://shop.example;script-src *'],
  ['a second policy', 'https://shop.example,default-src *'],
  ['a new line', 'https://shop.example\r\nX-Other: 1'],
  ['a keyword', "'self'"],
  ['an empty text', ''],
])('%s allows no page', (_, pattern) => {
  expect(live(pattern)).toBe("'none'")
})

test('the wallet of a project without origins cannot be framed, and public hosts are never allowed', () => {
  expect(live()).toBe("'none'")
  for (const host of DEFAULT_ALLOWED_ANCESTORS) expect(live('https://shop.example')).not.toContain(host)
})

test('pages on the visitor’s machine are allowed in development mode only', () => {
  expect(live('https://shop.example')).not.toContain('localhost')
  expect(frameAncestors(['https://shop.example'], { isDevelopment: true })).toBe(
    'https://shop.example http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*',
  )
})

test('the operator’s text adds nothing else to the policy', () => {
  const patterns = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.constantFrom('*', '*.a;b', "a.b 'self'"),
  )
  fc.assert(
    fc.property(fc.array(patterns, { maxLength: 5 }), (allowed) => {
      for (const source of live(...allowed).split(' ')) {
        expect(source).toMatch(/^('none'|([a-z][a-z0-9+.-]*:\/\/)?(\*\.)?[a-z0-9_.-]+(:(\*|\d{1,5}))?)$/)
      }
    }),
  )
})
