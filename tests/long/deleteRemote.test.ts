import { execFile } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/**
 * Any folder in `remotes` can be deleted: everything else type-checks and builds, and documents name no deleted test.
 */

const ROOT = join(import.meta.dirname, '../..')
const ids = readdirSync(join(ROOT, 'remotes')).filter((id) => existsSync(join(ROOT, 'remotes', id, 'src/remote.ts')))

/** Long enough for type-checking everything, or for a whole build, on a busy machine. */
const PATIENCE_MS = 600_000
jest.setTimeout(PATIENCE_MS)

/** The test that checks that the tests named in documents exist. */
const TABLES = 'tests/architecture/pitfalls.test.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository(0, true)
})
afterAll(() => copy?.remove())

/** The output of a failed command. */
function complaintOf(...args: readonly string[]): Promise<string> {
  const { PORTICO_RELEASE_INDEX, PORTICO_RELEASE_KEYS, JEST_WORKER_ID, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy.root, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` : ''),
    )
  })
}

/** Removes these remotes' folders while a test block runs. */
function putAside(gone: readonly string[]): void {
  const folder = (id: string) => join(copy.root, 'remotes', id)
  const aside = (id: string) => join(copy.root, `.aside-${id}`)
  beforeAll(() => gone.forEach((id) => void renameSync(folder(id), aside(id))))
  afterAll(() => gone.forEach((id) => void renameSync(aside(id), folder(id))))
}

// No remote and nothing else imports a remote (architecture tests), so each remote is deleted only once.
const [first, second] = [ids.filter((_, at) => at % 2 === 0), ids.filter((_, at) => at % 2 === 1)]
describe.each([{ gone: first }, { gone: second }])('without $gone', ({ gone }) => {
  putAside(gone)

  test('everything else type-checks', async () => {
    // Reuses what the previous run has checked.
    const known = ['--incremental', '--tsBuildInfoFile', '.known.tsbuildinfo']
    expect(await complaintOf('node_modules/typescript/bin/tsc', '-p', '.', ...known)).toBe('')
  })

  test('documents name no deleted test', async () => {
    expect(await complaintOf('node_modules/jest/bin/jest.js', '--selectProjects', 'architecture', '--', TABLES)).toBe(
      '',
    )
  })

  test('everything else builds', async () => {
    rmSync(join(copy.root, 'dist'), { recursive: true, force: true })
    expect(await complaintOf('scripts/build.mjs')).toBe('')
    expect(readdirSync(join(copy.root, 'dist/remotes')).sort()).toEqual(ids.filter((id) => !gone.includes(id)).sort())
  })
})
