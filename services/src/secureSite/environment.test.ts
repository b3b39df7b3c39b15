import { readSecureSiteEnvironment } from './environment.ts'

const sound = {
  SERVICES_ORIGIN: 'https://wallet.example',
  AUTH_SHARES_ORIGIN: 'https://auth.example',
  RECOVERY_SHARES_ORIGIN: 'https://recovery.example',
}

test('only the origins of the services and the stores are required', () => {
  expect(readSecureSiteEnvironment({ ...sound, PATH: '/usr/bin', BUNDLERS: '' })).toEqual({
    port: 4303,
    hostname: 'localhost',
    folder: 'dist/secure-site',
    logLevel: 'error',
    clients: { requestsPerSecond: 1_000, trustedProxies: 0 },
    settings: {
      services: 'https://wallet.example',
      shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
      bundlers: {},
      isDevelopment: false,
    },
  })
})

test('bundlers can be set, and so can development mode if the services are on this machine', () => {
  const local = { ...sound, SERVICES_ORIGIN: 'http://localhost:4302', SECURE_SITE_DEVELOPMENT: 'yes' }
  expect(
    readSecureSiteEnvironment({ ...local, BUNDLERS: 'eip155:1=https://b.example/rpc;eip155:10=https://c.example' })
      .settings,
  ).toMatchObject({
    bundlers: { 'eip155:1': 'https://b.example/rpc', 'eip155:10': 'https://c.example/' },
    isDevelopment: true,
  })
})

test.each([
  [{ SERVICES_ORIGIN: undefined }, 'SERVICES_ORIGIN must be set.'],
  [{ AUTH_SHARES_ORIGIN: 'https://auth.example/' }, 'AUTH_SHARES_ORIGIN must be an origin like'],
  [{ RECOVERY_SHARES_ORIGIN: "https://a.example 'self'" }, 'RECOVERY_SHARES_ORIGIN must be an origin like'],
  [{ BUNDLERS: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://b.example' }, 'BUNDLERS must be a list like'],
  [{ BUNDLERS: 'eip155:1=https://b.example,https://c.example' }, 'BUNDLERS must be a list like'],
  [{ SECURE_SITE_DEVELOPMENT: 'true' }, 'SECURE_SITE_DEVELOPMENT must be yes or no.'],
  [
    { SECURE_SITE_DEVELOPMENT: 'yes' },
    'SECURE_SITE_DEVELOPMENT must be no where SERVICES_ORIGIN is not of this machine.',
  ],
  [
    { LOGIN_SIGNING_KEY: 's3cret' },
    'LOGIN_SIGNING_KEY belongs to the login service and must not be given to the secure site.',
  ],
  [{ SHARE_KEY: 's3cret' }, 'SHARE_KEY belongs to a share store and must not be given to the secure site.'],
])('%j makes the start fail with one sentence that repeats no secret', (wrong, sentence) => {
  const read = () => readSecureSiteEnvironment({ ...sound, ...wrong })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('s3cret')
})
