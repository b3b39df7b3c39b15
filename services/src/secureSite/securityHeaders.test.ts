import { securityHeaders } from './securityHeaders.ts'

const ANCESTORS = 'https://shop.example'
const PINS = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }
const of = (kind: 'frame' | 'popup', pins?: typeof PINS) =>
  securityHeaders(kind, ANCESTORS, { connect: ['https://login.example'] }, pins)
const policyOf = (kind: 'frame' | 'popup', pins?: typeof PINS) =>
  new Map((of(kind, pins)['Content-Security-Policy'] ?? '').split('; ').map((part) => [part.split(' ')[0], part]))

test('only scripts of the secure site run in the frame, and they cannot evaluate text as code', () => {
  const policy = policyOf('frame', PINS)
  expect(policy.get('default-src')).toBe("default-src 'none'")
  expect(policy.get('script-src')).toBe("script-src 'self' 'sha256-script'")
  expect(policy.get('style-src')).toBe("style-src 'sha256-style'")
  expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
  expect(of('frame')['Content-Security-Policy']).not.toMatch(/unsafe|\*|https:(?!\/\/)/)
})

test('an answer that is not a page allows no scripts or styles', () => {
  const policy = policyOf('frame')
  expect([policy.get('script-src'), policy.get('style-src')]).toEqual(["script-src 'none'", "style-src 'none'"])
})

test('the frame connects only to the given origins, and only the given pages may frame it', () => {
  expect(policyOf('frame').get('connect-src')).toBe("connect-src 'self' https://login.example")
  expect(policyOf('frame').get('frame-ancestors')).toBe(`frame-ancestors ${ANCESTORS}`)
})

test('a pop-up keeps its opener, and cannot be framed', () => {
  expect(of('popup')['Cross-Origin-Opener-Policy']).toBe('unsafe-none')
  expect(policyOf('popup').get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(of('frame')['Cross-Origin-Opener-Policy']).toBe('same-origin')
})

test('pages send no referrer and are not cached', () => {
  for (const kind of ['frame', 'popup'] as const) {
    expect(of(kind)).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
  }
})

test("the secure site's pages and frame can use passkeys, but pages embedded in them cannot", () => {
  for (const kind of ['frame', 'popup'] as const) {
    const permissions = of(kind)['Permissions-Policy']?.split(', ') ?? []
    expect(permissions).toContain('publickey-credentials-get=(self)')
    expect(permissions).toContain('publickey-credentials-create=(self)')
  }
})
