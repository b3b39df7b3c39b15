import { execFile } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/** Any folder below `remotes` can be deleted: everything else keeps its types, is built, and names no test that has gone. */

const ROOT = join(import.meta.dirname, '../..')
const ids = readdirSync(join(ROOT, 'remotes')).filter((id) => existsSync(join(ROOT, 'remotes', id, 'src/remote.ts')))

/** The types of everything, or a whole build, on a busy machine. */
const PATIENCE_MS = 600_000
jest.setTimeout(PATIENCE_MS)

/** Reads which tests the documents name, and which there are. */
const TABLES = 'tests/architecture/pitfalls.test.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository(0, true)
})
afterAll(() => copy?.remove())

/** What it has said, where it has not worked. */
function complaintOf(...args: readonly string[]): Promise<string> {
  const { PORTICO_RELEASE_INDEX, PORTICO_RELEASE_KEYS, JEST_WORKER_ID, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy.root, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` : ''),
    )
  })
}

describe.each(ids)('without %s', (id) => {
  const folder = () => join(copy.root, 'remotes', id)
  const aside = () => join(copy.root, '.aside')
  beforeAll(() => renameSync(folder(), aside()))
  afterAll(() => renameSync(aside(), folder()))

  test('the types of everything else are right', async () => {
    // What was checked for the remote before need not be checked again.
    const known = ['--incremental', '--tsBuildInfoFile', '.known.tsbuildinfo']
    expect(await complaintOf('node_modules/typescript/bin/tsc', '-p', '.', ...known)).toBe('')
  })

  test('documents name no test that has gone', async () => {
    expect(await complaintOf('node_modules/jest/bin/jest.js', '--selectProjects', 'architecture', '--', TABLES)).toBe(
      '',
    )
  })

  test('everything else is built', async () => {
    rmSync(join(copy.root, 'dist'), { recursive: true, force: true })
    expect(await complaintOf('scripts/build.mjs')).toBe('')
    expect(readdirSync(join(copy.root, 'dist/remotes')).sort()).toEqual(ids.filter((one) => one !== id).sort())
  })
})
