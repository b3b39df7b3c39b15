import { safeParse } from 'valibot'
import { AuditQuery, OriginsBody, SwitchBody } from './admin.ts'

const acceptsOrigin = (origin: string) => safeParse(OriginsBody, { allowedOrigins: [origin] }).success

test.each([
  'https://shop.example',
  'http://localhost:4300',
  'http://127.0.0.1:*',
  'https://*.shop.example',
  'https://*.*.shop.example',
  'app.example:8443',
  'capacitor://localhost',
])('%s can be an allowed origin', (origin) => expect(acceptsOrigin(origin)).toBe(true))

test.each([
  '',
  '*',
  'https://*',
  'https://shop.*',
  'https://sh*p.example',
  'https://shop.example/',
  'https://shop.example/checkout',
  'https://user@shop.example',
  'https://shop..example',
  'https://Shop.example',
  'javascript:alert(1)',
  'https://shop.example\n',
  ' https://shop.example',
  `https://${'a'.repeat(64)}.example`,
])('%p is refused as an origin', (origin) => expect(acceptsOrigin(origin)).toBe(false))

test('the list may contain an origin only once', () => {
  expect(safeParse(OriginsBody, { allowedOrigins: ['a.example', 'a.example'] }).success).toBe(false)
})

test.each([{ channel: 'beta' }, { channel: null }, { version: '1.20.3', rollout: 0 }, { rollout: 100 }])(
  "a remote's release can be set as %j",
  (body) => expect(safeParse(SwitchBody, body).success).toBe(true),
)

test.each([
  {},
  { enabled: true },
  { channel: 'Beta' },
  { channel: '' },
  { channel: 'https://elsewhere.example' },
  { version: 'latest' },
  { version: '^1.2.3' },
  { version: '01.2.3' },
  { rollout: -1 },
  { rollout: 100.5 },
  { rollout: 101 },
  { rollout: '5' },
  { url: 'https://elsewhere.example/swaps/' },
  { version: '1.2.3', integrity: 'sha384-x' },
  [],
  null,
])("a remote's release cannot be set as %j", (body) => expect(safeParse(SwitchBody, body).success).toBe(false))

test('the audit trail has pages of at most 200 entries', () => {
  expect(safeParse(AuditQuery, {}).output).toEqual({ limit: 50 })
  expect(safeParse(AuditQuery, { limit: '200', before: '7' }).output).toEqual({ limit: 200, before: 7 })
  for (const query of [{ limit: '201' }, { limit: '0' }, { limit: '-1' }, { before: 'x' }, { page: '1' }]) {
    expect(safeParse(AuditQuery, query).success).toBe(false)
  }
})
