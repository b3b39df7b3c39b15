import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ID, runServices, spawnServices, TOKENS } from '../../services/testing/runServices.ts'
import { spawnShareStore } from '../../services/testing/runShareStore.ts'
import { newSigner, SECURE_SITE } from '../../services/testing/startShares.ts'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(300_000)

const ROOT = join(import.meta.dirname, '../..')
const LOCK_FOLDER = join(ROOT, 'services/src/database/lockFolder.ts')

/** `PORTICO_LOCK_ROUNDS=500` runs more rounds than CI has time for. */
const ROUNDS = Number(process.env.PORTICO_LOCK_ROUNDS ?? 150)
/** Rounds with whole programs, which start slowly. */
const PROGRAM_ROUNDS = process.env.PORTICO_LOCK_ROUNDS ? 10 : 3
const CONTENDERS = 3

const CONTENDER = `
import { lockFolder } from ${JSON.stringify(LOCK_FOLDER)}
process.on('message', (folder) => {
  lockFolder(folder).then(() => process.send('holds'), (error) => process.send(error.message))
})
process.send('waits')
`

let temp: string
/** Bundled, so that a contender starts quickly, and next to `node_modules`, so that its external packages resolve. */
const contender = join(ROOT, '.cache', `lock-contender-${process.pid}.mjs`)

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'portico-lock-'))
  const stdin = { contents: CONTENDER, resolveDir: ROOT }
  const options = { stdin, bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: contender }
  execFileSync(process.execPath, ['--eval', `require('esbuild').buildSync(${JSON.stringify(options)})`], { cwd: ROOT })
})

afterAll(async () => {
  await rm(contender, { force: true })
  await rm(temp, { recursive: true, force: true })
})

type Contender = Awaited<ReturnType<typeof startContender>>

async function startContender() {
  const child = fork(contender)
  await once(child, 'message')
  return {
    /** Tries to take the folder. @returns whether this process holds it now */
    async take(folder: string) {
      child.send(folder)
      const [answer]: string[] = await once(child, 'message')
      if (answer === 'holds') return true
      expect(answer).toBe(`The data folder ${folder} is in use by another process.`)
      return false
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test(`of ${CONTENDERS} processes that start together after a kill, exactly one gets the data folder`, async () => {
  const waiting = Array.from({ length: CONTENDERS + 1 }, startContender)
  const startAnother = () => waiting.push(startContender())
  const rounds = { played: 0, withOneHolder: 0 }
  let holders: Contender[] = []
  while (rounds.played < ROUNDS) {
    const contenders = await Promise.all(waiting.splice(0, CONTENDERS))
    await Promise.all(holders.map((holder) => holder.kill()))
    const taken = await Promise.all(contenders.map((one) => one.take(temp)))
    holders = contenders.filter((_, index) => taken[index])
    holders.forEach(startAnother)
    waiting.push(...contenders.filter((_, index) => !taken[index]).map(async (one) => one))
    rounds.played++
    if (holders.length === 1) rounds.withOneHolder++
  }
  await Promise.all([...holders, ...(await Promise.all(waiting))].map((one) => one.kill()))
  expect(rounds).toEqual({ played: ROUNDS, withOneHolder: ROUNDS })
})

type Program = ReturnType<typeof spawnServices>

/** Starts a program several times at once. @returns the URL of the one that listens, once the others have exited */
async function startTogether(start: () => Program) {
  const programs = Array.from({ length: CONTENDERS }, start)
  const listening = ({ output }: Program) => /"listening","url":"([^"]+)"/.exec(output())?.[1]
  const hasDecided = (program: Program) => program.child.exitCode !== null || listening(program) !== undefined
  await until(() => programs.every(hasDecided))
  const [holder, ...others] = programs.filter((program) => listening(program) !== undefined)
  const refused = programs.filter((program) => program !== holder && !others.includes(program))
  for (const { output } of refused) expect(output()).toContain('is in use by another process.')
  return {
    url: (holder && listening(holder)) ?? '',
    count: others.length + (holder ? 1 : 0),
    async kill() {
      for (const { child, exited } of programs) {
        child.kill('SIGKILL')
        await exited
      }
    },
  }
}

test('of services that start together after a kill, one runs, and no acknowledged write is lost', async () => {
  const environment = {
    DATA_DIR: join(temp, 'services'),
    SEED_PROJECT_ID: PROJECT_ID,
    ADMIN_TOKENS: `release:${TOKENS.all}`,
  }
  const acknowledged: string[] = []
  const running: number[] = []
  for (let round = 0; round < PROGRAM_ROUNDS; round++) {
    const { url, count, kill } = await startTogether(() => spawnServices(environment))
    running.push(count)
    for (let made = 0; made < 12; made++) {
      const headers = { Authorization: `Bearer ${TOKENS.all}` }
      const answer = await fetch(`${url}/admin/v1/projects`, { method: 'POST', headers, body: '{}' })
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
    }
    await kill()
  }
  const survivor = await runServices({ DATA_DIR: environment.DATA_DIR })
  const list = await fetch(`${survivor.url}/admin/v1/projects`, { headers: { Authorization: `Bearer ${TOKENS.all}` } })
  const { projects } = (await list.json()) as { projects: { id: string }[] }
  const kept = new Set(projects.map(({ id }) => id))
  expect(await survivor.stop()).toBe(0)
  expect({ running, lost: acknowledged.filter((id) => !kept.has(id)).length, made: acknowledged.length }).toEqual({
    running: Array.from({ length: PROGRAM_ROUNDS }, () => 1),
    lost: 0,
    made: 12 * PROGRAM_ROUNDS,
  })
})

test('of share stores that start together after a kill, one runs', async () => {
  const { publicJwk } = await newSigner('login-1')
  const environment = {
    SHARE_STORE: 'auth',
    SHARE_DATA_DIR: join(temp, 'shares'),
    SHARE_KEY: `k1:${randomBytes(32).toString('base64url')}`,
    LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [publicJwk] }),
    SECURE_SITE_ORIGIN: SECURE_SITE,
  }
  for (let round = 0; round < 2; round++) {
    const { count, kill } = await startTogether(() => spawnShareStore(environment))
    expect(count).toBe(1)
    await kill()
  }
})
