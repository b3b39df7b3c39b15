import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '../../packages/portico/src/verify'
import { publicKeysOf, readReleaseKeys } from '../../scripts/build/releaseKeys.mjs'
import { type LocalServer, serveFiles } from '../../scripts/serve.mjs'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/** Anyone can build a release again from the commit that the log names, and compare it with what a site serves. */

const PATIENCE_MS = 180_000

let copy: Copy
let server: LocalServer
let dist: string

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
    cwd: copy.root,
    encoding: 'utf8',
  }).trim()

function commit(): string {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'A commit')
  return git('rev-parse', 'HEAD')
}

/** Builds and signs a version, as its team and the holder of the keys would. @param named the commit in the log */
function build(version: string, named?: string): void {
  const args = ['scripts/build.mjs', '--only', 'receive', '--version', version, '--out', dist, '--origin', server.url]
  execFileSync(process.execPath, args, {
    cwd: copy.root,
    env: { ...process.env, ...(named && { PORTICO_COMMIT: named }) },
  })
}

async function compare(): Promise<{ ok: number; failures: string[] }> {
  const lines: string[] = []
  const releaseKeys = publicKeysOf(readReleaseKeys(server.url))
  await verify({ url: new URL(server.url), releaseKeys, witnesses: [], source: copy.root }, (line) => lines.push(line))
  const compared = lines.filter((line) => line.includes('source: '))
  const failures = compared.filter((line) => line.startsWith('FAIL'))
  return { ok: compared.length - failures.length, failures }
}

beforeAll(async () => {
  copy = copyRepository(0, true)
  dist = join(copy.root, 'dist')
  writeFileSync(join(copy.root, '.gitignore'), 'node_modules\ndist\n')
  git('init', '--quiet')
  server = await serveFiles({ root: join(dist, 'host'), port: 0, overlay: dist })
}, PATIENCE_MS)
afterAll(async () => {
  await server?.close()
  copy?.remove()
})

test(
  'a release is the one that its commit builds, and a commit that builds another one is noticed',
  async () => {
    const first = commit()
    // Nothing is named: the clean working tree is.
    build('1.0.0')
    appendFileSync(join(copy.root, 'remotes/receive/src/views/WalletReceive.tsx'), '\nwindow.name = "changed"\n')
    const second = commit()
    build('1.1.0', second)
    const honest = await compare()
    expect(honest.failures).toEqual([])
    expect(honest.ok).toBeGreaterThan(10)

    // Built from the second commit, but said to be the first.
    build('1.2.0', first)
    const { failures } = await compare()
    expect(failures).toEqual(expect.arrayContaining([expect.stringContaining('the commit builds other bytes')]))
    expect(failures.filter((line) => !line.includes('source: receive 1.2.0'))).toEqual([])
  },
  PATIENCE_MS,
)
