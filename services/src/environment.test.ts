import { readEnvironment } from './environment.ts'

test('with nothing set, the services run on their own port with an embedded database and a closed admin API', () => {
  expect(readEnvironment({ PORT: '', PATH: '/usr/bin' })).toEqual({
    port: 4302,
    hostname: 'localhost',
    dataDir: '.portico/services',
    databaseUrl: undefined,
    databaseTimeoutMs: 8_000,
    services: undefined,
    adminTokens: undefined,
    seed: undefined,
    logLevel: 'error',
    isDevelopment: false,
    clients: { requestsPerSecond: 1_000, trustedProxies: 0 },
    registry: { logoDir: '.cache/wallet-logos' },
    blockchain: {
      names: { zone: 'portico.test' },
      balances: {},
      history: {},
      pools: new Map(),
      onramp: {},
      payments: {},
      nfts: {},
      image: { gateway: new URL('https://ipfs.io/ipfs/') },
    },
    relay: { publicUrls: [], trustedProxies: 0 },
  })
})

test('every variable can be set', () => {
  const environment = {
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/portico',
    DATABASE_URL: 'postgresql://db.internal/portico',
    DATABASE_TIMEOUT_MS: '2000',
    SERVICES: 'projectConfig, relay',
    ADMIN_TOKENS: 'read:0123456789abcdef',
    SEED_PROJECT_ID: '00000000000000000000000000000001',
    LOG_LEVEL: 'info',
    WALLET_LOGO_DIR: '/var/lib/portico/logos',
    IMAGE_UPSTREAM: 'https://registry.example/?projectId=1',
    REDIS_URL: 'rediss://redis.internal:6380',
    RELAY_PUBLIC_URL: 'wss://relay.example/relay, wss://relay.shop.example/relay',
    TRUSTED_PROXIES: '1',
    SERVICES_DEVELOPMENT: 'yes',
    CLIENT_REQUESTS_PER_SECOND: '50',
    NAME_ZONE: 'names.example',
    HISTORY_INDEXED_CHAINS: 'eip155:1',
    METRICS_TOKEN: '0123456789abcdef',
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
  }
  expect(readEnvironment(environment)).toEqual({
    port: 0,
    hostname: '0.0.0.0',
    dataDir: '/var/lib/portico',
    databaseUrl: 'postgresql://db.internal/portico',
    databaseTimeoutMs: 2_000,
    services: ['projectConfig', 'relay'],
    adminTokens: [{ scope: 'read', token: '0123456789abcdef' }],
    seed: { projectId: '00000000000000000000000000000001' },
    logLevel: 'info',
    isDevelopment: true,
    clients: { requestsPerSecond: 50, trustedProxies: 1 },
    registry: { logoDir: '/var/lib/portico/logos', imageUpstream: new URL('https://registry.example/?projectId=1') },
    blockchain: {
      names: { zone: 'names.example' },
      balances: {},
      history: { indexed: ['eip155:1'] },
      pools: new Map(),
      onramp: {},
      payments: {},
      nfts: {},
      image: { gateway: new URL('https://ipfs.io/ipfs/') },
    },
    metrics: { token: '0123456789abcdef' },
    auth: { secret: '0123456789abcdef0123456789abcdef' },
    relay: {
      redisUrl: 'rediss://redis.internal:6380',
      publicUrls: ['wss://relay.example/relay', 'wss://relay.shop.example/relay'],
      trustedProxies: 1,
    },
  })
})

test.each([
  ['PORT', '65536'],
  ['PORT', '43o2'],
  ['DATABASE_URL', 'mysql://user:s3cret@db.internal/portico'],
  ['DATABASE_TIMEOUT_MS', '99'],
  ['DATABASE_TIMEOUT_MS', '600001'],
  ['SERVICES', 'relay,s3cret'],
  ['SERVICES', 'relay,'],
  ['SERVICES', 'toString'],
  ['ADMIN_TOKENS', 'admin:s3cret-0123456789'],
  ['ADMIN_TOKENS', 'read:s3cret'],
  ['SEED_PROJECT_ID', 'local'],
  ['LOG_LEVEL', 'verbose'],
  ['SERVICES_DEVELOPMENT', 's3cret'],
  ['IMAGE_UPSTREAM', 'registry.example/?projectId=s3cret'],
  ['IMAGE_UPSTREAM', 'file:///s3cret'],
  ['IMAGE_UPSTREAM', 'https://?s3cret'],
  ['REDIS_URL', 'postgres://user:s3cret@redis.internal'],
  ['RELAY_PUBLIC_URL', 'https://relay.example/relay'],
  ['RELAY_PUBLIC_URL', 'wss://relay.example/relay,wss://'],
  ['TRUSTED_PROXIES', '11'],
  ['TRUSTED_PROXIES', '10.0.0.1'],
  ['CLIENT_REQUESTS_PER_SECOND', '0'],
  ['CLIENT_REQUESTS_PER_SECOND', '-1'],
  ['CLIENT_REQUESTS_PER_SECOND', '1000001'],
  ['TOKENS_FILE', '/s3cret.json'],
  ['NAME_ZONE', 'no zone'],
  ['POOLS', 'eip155:1=s3cret'],
  ['ESPLORA_UPSTREAMS', 'bip122:s3cret'],
  ['AUTH_SECRET', 's3cret'],
  ['METRICS_TOKEN', 's3cret'],
])('a bad %s (%s) makes the start fail with one sentence that names the variable but no secret', (name, value) => {
  let message = ''
  try {
    readEnvironment({ [name]: value })
  } catch (error) {
    message = String(error)
  }
  expect(message).toMatch(new RegExp(`^Error: ${name} must [^\n]+[^.]\\.$`))
  expect(message).not.toContain('s3cret')
})

test('development mode is refused if the secure site is on another machine', () => {
  const development = { SERVICES_DEVELOPMENT: 'yes' }
  expect(readEnvironment({ ...development, SECURE_SITE_ORIGIN: 'http://localhost:4303' }).isDevelopment).toBe(true)
  expect(() => readEnvironment({ ...development, SECURE_SITE_ORIGIN: 'https://secure.example' })).toThrow(
    'SERVICES_DEVELOPMENT must be no where SECURE_SITE_ORIGIN is not of this machine.',
  )
})
