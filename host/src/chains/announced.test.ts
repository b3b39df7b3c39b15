import fc from 'fast-check'
import { cleanName, isSafeIcon, safely } from './announced.ts'

test.each([
  ['Harbor', 'Harbor'],
  ['  Harbor \n Wallet\t', 'Harbor Wallet'],
  ['\u202eHarbor\u200b', 'Harbor'],
  ['x'.repeat(50), 'x'.repeat(40)],
  ['😀'.repeat(50), '😀'.repeat(40)],
  ['\u0000', ''],
  [undefined, ''],
  [['Harbor'], ''],
])('the name %j is shown as %j', (name, shown) => {
  expect(cleanName(name)).toBe(shown)
})

test('no name can disguise one wallet as another, or fill the list', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const shown = cleanName(name)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
      expect([...shown].length).toBeLessThanOrEqual(40)
    }),
  )
})

test.each(['svg+xml', 'png', 'jpeg', 'webp', 'gif'])('an icon of %s is shown', (type) => {
  expect(isSafeIcon(`data:image/${type};base64,PHN2Zy8+`)).toBe(true)
})

test.each([
  'https://harbor.example/icon.png',
  'data:text/html,<script>alert(1)</script>',
  ' data:image/png;base64,',
  'data:image/png',
  `data:image/png,${'x'.repeat(100_000)}`,
  5,
  undefined,
])('any other icon is dropped: %p', (icon) => {
  expect(isSafeIcon(icon)).toBe(false)
})

test('a value that throws when read counts as missing', () => {
  const { proxy, revoke } = Proxy.revocable<{ name?: string }>({}, {})
  revoke()
  expect(safely(() => proxy.name)).toBeUndefined()
  expect(safely(() => 'Harbor')).toBe('Harbor')
})
