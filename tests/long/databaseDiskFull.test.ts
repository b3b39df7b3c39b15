import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices.ts'
import { canMakeSmallDisk, makeSmallDisk, type SmallDisk } from '../../services/testing/smallDisk.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(90_000)

const { skip } = describe
if (!canMakeSmallDisk) console.log('No disk can be mounted here: what a full disk does is counted as skipped.')

const MEGABYTE = 2 ** 20
const ORIGINS_PATH = `/admin/v1/projects/${PROJECT_ID}/origins`
const HEADERS = { Authorization: `Bearer ${TOKENS.all}` }

/** A hanging request counts as a failure, not as an error of the test. */
const ask = async (services: RunningServices, path: string, init: RequestInit = {}) => {
  const signal = AbortSignal.timeout(10_000)
  return fetch(`${services.url}${path}`, { ...init, signal }).catch(
    (error: unknown) => new Response(`${error}`, { status: 599 }),
  )
}

const statusOf = async (services: RunningServices, path: string) => (await ask(services, path)).status

/** Adds some 80 kB to the write-ahead log, because random names do not compress. */
const manyOrigins = () => Array.from({ length: 200 }, () => `https://${randomBytes(24).toString('hex')}.example`)

const setOrigins = (services: RunningServices, allowedOrigins: readonly string[]) =>
  ask(services, ORIGINS_PATH, { method: 'PUT', headers: HEADERS, body: JSON.stringify({ allowedOrigins }) })

async function originsOf(services: RunningServices): Promise<unknown> {
  const answer = await ask(services, `/admin/v1/projects/${PROJECT_ID}`, { headers: HEADERS })
  return ((await answer.json()) as { allowedOrigins: unknown }).allowedOrigins
}

const run = canMakeSmallDisk ? describe : skip

run('on a full disk', () => {
  let disk: SmallDisk
  beforeEach(async () => {
    disk = await makeSmallDisk(240)
  })
  afterEach(() => disk.remove())

  const start = () => runServices({ DATA_DIR: join(disk.folder, 'data') })

  /**
   * Tries to write more than a file of the write-ahead log holds. @returns the distinct answers; stops at the first
   * hang
   */
  async function writeMuch(services: RunningServices) {
    const answers = new Set<string>()
    for (let count = 0; count < 250 && ![...answers].some((answer) => answer.startsWith('599')); count++) {
      const answer = await setOrigins(services, manyOrigins())
      const text = await answer.text()
      answers.add(answer.status === 200 ? 'written' : `${answer.status} ${answer.headers.get('retry-after')} ${text}`)
    }
    return [...answers]
  }

  test('writes are refused with the reason, all else works, and writes resume when there is space again', async () => {
    const services = await start()
    const before = manyOrigins()
    expect((await setOrigins(services, before)).status).toBe(200)

    // Leaves less space than the next file of the write-ahead log needs.
    disk.fill(8 * MEGABYTE)
    expect(await writeMuch(services)).toEqual([
      '503 30 {"error":{"code":"storage.full","message":"The disk of the database is full"}}',
    ])
    const askedAt = performance.now()
    expect(await statusOf(services, '/healthz')).toBe(200)
    expect(performance.now() - askedAt).toBeLessThan(2_000)
    const ready = await ask(services, '/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('disk')])
    expect(await statusOf(services, `/appkit/v1/config?projectId=${PROJECT_ID}`)).toBe(200)
    expect(services.output()).toContain('the disk of the database is full')

    disk.makeRoom()
    await until(async () => (await statusOf(services, '/readyz')) === 200)
    const after = manyOrigins()
    expect((await setOrigins(services, after)).status).toBe(200)

    disk.fill(0)
    expect((await setOrigins(services, manyOrigins())).status).toBe(503)
    expect(await services.stop()).toBe(0)
    disk.makeRoom()
    const again = await start()
    expect(await originsOf(again)).toEqual(after)
    expect(await again.stop()).toBe(0)
  })
})
