import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase } from '../../services/testing/databases.ts'
import { runShareStore, spawnShareStore } from '../../services/testing/runShareStore.ts'
import { newSigner, SECURE_SITE } from '../../services/testing/startShares.ts'

jest.setTimeout(120_000)

const SHARE_KEY = `k1:${randomBytes(32).toString('base64url')}`

async function environment() {
  const { publicJwk } = await newSigner('login-1')
  const database = await freshDatabase()
  const place =
    'DATA_DIR' in database ? { SHARE_DATA_DIR: database.DATA_DIR } : { SHARE_DATABASE_URL: database.DATABASE_URL }
  return {
    ...place,
    SHARE_KEY,
    LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [publicJwk] }),
    SECURE_SITE_ORIGIN: SECURE_SITE,
  }
}

test('both stores run side by side, each in its own process, and stop when told to', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'wallet@portico.example' }
  const both = await Promise.all([
    runShareStore('auth', await environment()),
    runShareStore('recovery', { ...(await environment()), ...mail }),
  ])
  for (const { url } of both) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const refused = await fetch(`${url}/shares/release`, { method: 'POST' })
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { error: { code: 'assertion.missing', message: expect.any(String) } },
    ])
  }
  for (const store of both) {
    expect(await store.stop()).toBe(0)
    expect(store.output()).not.toContain(SHARE_KEY.slice(3))
  }
})

test.each([
  [
    'both stores',
    { SHARE_STORE: 'auth,recovery' },
    'SHARE_STORE must be one of auth, recovery: one process is one store.',
  ],
  ['no key', { SHARE_STORE: 'auth', SHARE_KEY: '' }, 'SHARE_KEY must be set.'],
  [
    'the database of the other services',
    { SHARE_STORE: 'auth', DATABASE_URL: `postgres://${randomUUID()}@postgres/portico` },
    'DATABASE_URL belongs to the other services and must not be given to a share store.',
  ],
])('with %s a store does not start, explains why in a sentence, and repeats no secret', async (_, wrong, sentence) => {
  const { exited, output } = spawnShareStore({ ...(await environment()), ...wrong })
  expect(await exited).toBe(1)
  expect(output()).toBe(`The share store did not start: ${sentence}\n`)
})
