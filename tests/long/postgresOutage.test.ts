import { sql } from 'kysely'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { openTables } from '../../services/src/database/openTables.ts'
import { createLog } from '../../services/src/log.ts'
import { lastingDatabase } from '../../services/testing/databases.ts'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices.ts'
import { type BreakableLine, startBreakableLine } from '../support/breakableLine.ts'

jest.setTimeout(60_000)

const hasPostgres = findPostgres() !== undefined
if (!hasPostgres) console.log('There is no Postgres: how the services get over its outage is counted as skipped.')

/** Skips a test in such a way that the report counts it as skipped. */
const { skip } = test
const testOnPostgres = hasPostgres ? test : skip

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>

/** How long the services in these tests wait for a response from Postgres. */
const TIMEOUT_MS = 1_000
/** More requests than the pool has connections. */
const MANY = 25

let postgres: Postgres
let line: BreakableLine
let running: RunningServices
/** The length of the log at the start of the current test. */
let read = 0
beforeAll(async () => {
  if (!hasPostgres) return
  const started = await startPostgres()
  if (!started) throw new Error('Postgres is gone.')
  postgres = started
  line = await startBreakableLine(Number(new URL(postgres.url).port))
  running = await runServices({
    DATABASE_URL: await overLine(),
    DATABASE_TIMEOUT_MS: `${TIMEOUT_MS}`,
    SERVICES: 'projectConfig',
  })
})
beforeEach(() => {
  read = running?.output().length ?? 0
})
afterEach(() => line?.mend())
afterAll(async () => {
  await running?.crash()
  await line?.close()
  await postgres?.stop()
})

/** A new database, reached over the breakable connection. */
async function overLine(): Promise<string> {
  const database = await lastingDatabase('', postgres.url)
  if (!('DATABASE_URL' in database)) throw new Error('That is no database of a server.')
  return Object.assign(new URL(database.DATABASE_URL), { port: line.port }).href
}

interface Asked {
  readonly status: number | 'none'
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly ms: number
}

/** A request that needs the database. @returns `none` when there is no response within eight seconds */
async function ask(): Promise<Asked> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    const response = await fetch(`${running.url}/admin/v1/projects/${PROJECT_ID}`, {
      headers: { authorization: `Bearer ${TOKENS.read}` },
      signal: AbortSignal.timeout(8_000),
    })
    const body = await response.json()
    return {
      status: response.status,
      code: body.error?.code,
      retryAfter: response.headers.get('retry-after'),
      ms: ms(),
    }
  } catch {
    return { status: 'none', code: undefined, retryAfter: null, ms: ms() }
  }
}
const askMany = () => Promise.all(Array.from({ length: MANY }, ask))

const UNAVAILABLE = { status: 503, code: 'database.unavailable', retryAfter: expect.stringMatching(/^[1-9]\d*$/) }

/** Log messages since the test began, at the default level. */
const messages = () =>
  running
    .output()
    .slice(read)
    .split('\n')
    .filter((text) => text.includes('"level":"error"'))
    .map((text): string => JSON.parse(text).message)

/** Resolves when the services use the database again. @returns the time that took, in milliseconds */
async function untilBack(): Promise<number> {
  const begun = performance.now()
  while ((await ask()).status !== 200 && performance.now() - begun < 20_000);
  return performance.now() - begun
}

testOnPostgres(
  'while Postgres hangs each request is answered 503 in time, and the services recover by themselves',
  async () => {
    expect((await askMany()).map(({ status }) => status)).toEqual(Array(MANY).fill(200))

    line.silence()
    const answers = await askMany()
    expect(answers).toEqual(Array(MANY).fill(expect.objectContaining(UNAVAILABLE)))
    // One timeout for a connection, one for a response.
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2 * TIMEOUT_MS + 1_500)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
    // New connections hang too.
    expect(await ask()).toMatchObject(UNAVAILABLE)

    line.mend()
    expect(await untilBack()).toBeLessThan(2 * TIMEOUT_MS + 1_500)
    expect((await askMany()).map(({ status }) => status)).toEqual(Array(MANY).fill(200))
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    expect(messages()).toEqual(['the database does not answer', 'the database answers again'])
    expect(running.output()).not.toContain(new URL(postgres.url).password)
  },
)

testOnPostgres('the services recover from a Postgres that was killed and started again', async () => {
  expect((await askMany()).map(({ status }) => status)).toEqual(Array(MANY).fill(200))
  await postgres.crash()
  expect(await askMany()).toEqual(Array(MANY).fill(expect.objectContaining(UNAVAILABLE)))
  await postgres.start()
  expect(await untilBack()).toBeLessThan(2 * TIMEOUT_MS + 1_500)
  expect((await askMany()).map(({ status }) => status)).toEqual(Array(MANY).fill(200))
  expect(messages()).toEqual(['the database does not answer', 'the database answers again'])
})

testOnPostgres(
  'a server that fails in the middle of a transaction ends that transaction and nothing else',
  async () => {
    const lines: string[] = []
    const { db, close } = await openTables<object>(
      { dataDir: '', databaseUrl: await overLine(), databaseTimeoutMs: TIMEOUT_MS },
      createLog('error', (text) => lines.push(text)),
      async () => {},
    )
    const transaction = (between: () => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await sql`create table kept (id integer)`.execute(trx)
        await between()
        await sql`insert into kept values (1)`.execute(trx)
      })
    const refused = { code: 'database.unavailable', status: 503 }
    await expect(transaction(async () => line.cut())).rejects.toMatchObject(refused)
    line.mend()
    await expect(transaction(async () => line.silence())).rejects.toMatchObject(refused)
    line.mend()
    await expect(transaction(() => postgres.crash())).rejects.toMatchObject(refused)
    await postgres.start()
    // Neither data nor locks of the failed transactions are left.
    await transaction(async () => {})
    await close()
    expect(lines.map((text) => JSON.parse(text).message)).toEqual(
      Array(3).fill(['the database does not answer', 'the database answers again']).flat(),
    )
  },
)

testOnPostgres('the services stop in time even while Postgres hangs', async () => {
  await askMany()
  line.silence()
  const waiting = askMany()
  const begun = performance.now()
  expect(await running.stop()).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
  await waiting
})
