import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './lockFolder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a second lock on the same data folder is refused, whichever path names the folder', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(join(folder, '.'))).rejects.toThrow(`${folder} is in use by another process.`)
  await unlock()
  await (await lockFolder(folder))()
})

/** Starts a process that holds the lock until it is killed. */
async function lockElsewhere(env: NodeJS.ProcessEnv = {}) {
  const script = `import('${join(import.meta.dirname, 'lockFolder.ts')}').then(async ({ lockFolder }) => {
    await lockFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1_000)
  })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--eval', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('the lock on a data folder ends when the process is killed', async () => {
  const child = await lockElsewhere()
  await expect(lockFolder(folder)).rejects.toThrow('in use by another process')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await lockFolder(folder))()
})

test('processes that, like containers, share nothing but the data folder lock each other out of it', async () => {
  const otherTemp = await mkdtemp(join(tmpdir(), 'portico-other-'))
  const child = await lockElsewhere({ TMPDIR: otherTemp })
  await expect(lockFolder(folder)).rejects.toThrow('in use by another process')
  child.kill()
  await once(child, 'exit')
  await rm(otherTemp, { recursive: true })
})

test('a data folder with a long path can be locked as well', async () => {
  const long = join(folder, 'x'.repeat(120))
  await mkdir(long)
  const unlock = await lockFolder(long)
  await expect(lockFolder(long)).rejects.toThrow('in use by another process')
  await unlock()
})
