import { readShareEnvironment } from './environment.ts'

const PUBLIC = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) }
const KEY = `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url')}`
const keys = (...all: object[]) => JSON.stringify({ keys: all })

const AUTH = {
  SHARE_STORE: 'auth',
  SHARE_KEY: KEY,
  LOGIN_PUBLIC_KEYS: keys(PUBLIC),
  SECURE_SITE_ORIGIN: 'https://secure.wallet.example',
}
const MAIL = { SMTP_URL: 'smtps://a:b@mail.example:465', SMTP_FROM: 'wallet@portico.example' }

test('the operator sets the store, its key, the trusted login key and the allowed origin', () => {
  expect(readShareEnvironment({ ...AUTH, SHARE_DATABASE_URL: '', ...MAIL })).toMatchObject({
    store: 'auth',
    keys: [{ id: 'k1' }],
    secureSite: 'https://secure.wallet.example',
    dataDir: '.portico/shares-auth',
    databaseUrl: undefined,
    mail: undefined,
  })
  expect(readShareEnvironment({ ...AUTH, ...MAIL, SHARE_STORE: 'recovery' })).toMatchObject({
    store: 'recovery',
    dataDir: '.portico/shares-recovery',
    mail: { smtpUrl: MAIL.SMTP_URL, from: MAIL.SMTP_FROM },
  })
})

test('a recovery store without mail does not start', () => {
  const sentence = 'SMTP_URL and SMTP_FROM must be set: the recovery store mails links itself.'
  expect(() => readShareEnvironment({ ...AUTH, SHARE_STORE: 'recovery' })).toThrow(sentence)
  expect(() => readShareEnvironment({ ...AUTH, SHARE_STORE: 'recovery', SMTP_URL: MAIL.SMTP_URL })).toThrow(sentence)
})

test.each(Object.keys(AUTH))('a store without %s does not start', (name) => {
  expect(() => readShareEnvironment({ ...AUTH, [name]: '' })).toThrow(`${name} must be set.`)
})

test.each([
  ['SHARE_STORE', 'both'],
  ['SHARE_STORE', 'auth,recovery'],
  ['SHARE_KEY', 'k1:short'],
  ['SHARE_KEY', `${KEY},${KEY}`],
  ['LOGIN_PUBLIC_KEYS', 'no JSON'],
  ['LOGIN_PUBLIC_KEYS', '{"keys":[]}'],
  ['LOGIN_PUBLIC_KEYS', JSON.stringify(PUBLIC)],
  ['LOGIN_PUBLIC_KEYS', keys({ kty: 'oct', k: 'c2VjcmV0' })],
  ['LOGIN_PUBLIC_KEYS', keys({ ...PUBLIC, crv: 'P-384' })],
  ['LOGIN_PUBLIC_KEYS', keys(PUBLIC, { ...PUBLIC, d: 'C'.repeat(43) })],
  ['LOGIN_SIGNING_KEY', JSON.stringify({ ...PUBLIC, d: 'C'.repeat(43) })],
  ['DATABASE_URL', 'postgres://a:b@postgres/portico'],
  ['SHARE_DATABASE_URL', 'mysql://a:b@db/shares'],
  ['SECURE_SITE_ORIGIN', '*'],
  ['SECURE_SITE_ORIGIN', 'https://secure.wallet.example/sdk'],
  ['SECURE_SITE_ORIGIN', 'https://*.wallet.example/'],
  ['PORT', '65536'],
  ['LOG_LEVEL', 'debug'],
])('%s = %s makes the start fail with a message that does not repeat the value', (name, value) => {
  const read = () => readShareEnvironment({ ...AUTH, [name]: value })
  expect(read).toThrow(new RegExp(`^${name} (must|belongs) .+\\.$`))
  if (value.length > 6) expect(read).not.toThrow(value)
})
