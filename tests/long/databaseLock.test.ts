import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

jest.setTimeout(300_000)

const ROOT = join(import.meta.dirname, '../..')
const LOCK_FOLDER = join(ROOT, 'services/src/database/lockFolder.ts')

/** `PORTICO_LOCK_ROUNDS=500` plays more rounds than CI has time for. */
const ROUNDS = Number(process.env.PORTICO_LOCK_ROUNDS ?? 150)
const CONTENDERS = 3

const CONTENDER = `
import { lockFolder } from ${JSON.stringify(LOCK_FOLDER)}
process.on('message', (folder) => {
  lockFolder(folder).then(() => process.send('holds'), (error) => process.send(error.message))
})
process.send('waits')
`

let temp: string
/** Bundled, so that a contender starts in a moment. Beside `node_modules`, because what is not bundled is found there. */
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
    /** Begins to take the folder. @returns whether this process holds it now */
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

test(`of ${CONTENDERS} processes that start together after a kill, exactly one has the data folder`, async () => {
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
