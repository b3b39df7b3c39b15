import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, lastingDatabase } from '../../services/testing/databases'
import { PROJECT_ID, runServices, spawnServices, TOKENS } from '../../services/testing/runServices'

jest.setTimeout(120_000)

let folder: string
/** Shared by all tests: creating the embedded database takes three seconds, but opening it a third of a second. */
let DATA_DIR: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-services-'))
  DATA_DIR = join(folder, 'data')
})
afterAll(() => rm(folder, { recursive: true }))

const HEADERS = { Authorization: `Bearer ${TOKENS.all}` }
const ADMIN = `/admin/v1/projects/${PROJECT_ID}`

async function fails(environment: NodeJS.ProcessEnv) {
  const { exited, output } = spawnServices(environment)
  expect(await exited).toBe(1)
  return output()
}

test('operator decisions survive a restart, and the seed does not undo them', async () => {
  const database = await lastingDatabase(DATA_DIR)
  const first = await runServices(database)
  const body = JSON.stringify({ on: false })
  await fetch(`${first.url}${ADMIN}/remotes/socials/toggle`, { method: 'PUT', headers: HEADERS, body })
  const before = await (await fetch(`${first.url}${ADMIN}`, { headers: HEADERS })).json()
  expect(await first.stop()).toBe(0)

  const second = await runServices(database)
  expect(await (await fetch(`${second.url}${ADMIN}`, { headers: HEADERS })).json()).toEqual(before)
  expect(await second.stop()).toBe(0)
  expect(second.output()).toContain('"closed"')
})

test('services without tokens admit no operator, and two processes never share a folder', async () => {
  const closed = await runServices({ DATA_DIR, ADMIN_TOKENS: '' })
  expect((await fetch(`${closed.url}${ADMIN}`, { headers: HEADERS })).status).toBe(401)
  expect(await fails({ DATA_DIR })).toMatch(/^The services did not start: [^\n]+ in use by another process\.\n$/)
  expect(await closed.stop()).toBe(0)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ ADMIN_TOKENS: 'toggle:s3cret' }, 'ADMIN_TOKENS must be a list like'],
  [{ DATABASE_URL: 'mysql://user:s3cret@localhost/portico' }, 'DATABASE_URL must begin with postgres://'],
  [{ DATABASE_URL: 'postgres://user:s3cret@localhost:1/portico' }, 'The database server cannot be used: '],
])('started with %j, a process explains the problem in one sentence', async (environment, sentence) => {
  const output = await fails(environment)
  expect(output).toContain(`The services did not start: ${sentence}`)
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(output).not.toContain('s3cret')
})

test('a port that is already in use is named', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await fails({ PORT: `${port}`, DATA_DIR })).toContain(`Port ${port} on localhost is in use already.`)
  other.close()
})

// The embedded database belongs to one process. migrate.test.ts covers two clients of one database.
if (process.env.PORTICO_TEST_DATABASE_URL) {
  test('processes that start at once on an empty Postgres database all start, and create the project once', async () => {
    const database = await freshDatabase()
    const started = await Promise.all([1, 2, 3, 4].map(() => runServices(database)))
    for (const { url } of started) {
      const { entries } = (await (await fetch(`${url}${ADMIN}/audit`, { headers: HEADERS })).json()) as {
        entries: { action: string }[]
      }
      expect(entries.map(({ action }) => action)).toEqual(['create the project'])
    }
    expect(await Promise.all(started.map((services) => services.stop()))).toEqual([0, 0, 0, 0])
  })
}
