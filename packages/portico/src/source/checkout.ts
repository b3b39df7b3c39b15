import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A commit in a folder of its own, with its dependencies installed. */
export interface Checkout {
  readonly folder: string
  remove(): void
}

/**
 * Runs a program.
 * @throws Error with the last lines that it printed
 */
export async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  // The settings of a deployment would change what is built.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PORTICO_'))
  await promisify(execFile)(command, args, {
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((cause) => {
    const said = `${cause.stderr ?? ''}`.trim().split('\n').slice(-3).join(' ')
    throw new Error(`${command} ${args.join(' ')} failed: ${said || cause.message}`, { cause })
  })
}

/**
 * Checks out a commit of a repository.
 * @param source a folder or an address that Git can clone
 * @throws Error if there is no such commit, or its dependencies cannot be installed
 */
export async function checkOut(source: string, commit: string): Promise<Checkout> {
  const parent = mkdtempSync(join(tmpdir(), 'portico-source-'))
  const folder = join(parent, 'source')
  const remove = () => rmSync(parent, { recursive: true, force: true })
  try {
    const origin = existsSync(source) ? resolve(source) : source
    await run('git', ['clone', '--quiet', '--no-checkout', '--', origin, folder], parent)
    await run('git', ['checkout', '--quiet', '--detach', commit], folder)
    if (!linkInstalled(origin, folder)) await run(process.execPath, ['scripts/setup.mjs'], folder)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/**
 * Uses the packages that are installed in the source folder, if it has the same lockfile. The workspace's own packages
 * are those of the commit.
 * @returns whether it could
 */
function linkInstalled(source: string, folder: string): boolean {
  const lockfile = textOf(join(source, 'package-lock.json'))
  const record = textOf(join(source, 'node_modules/.package-lock.json'))
  if (!record || !lockfile || lockfile !== textOf(join(folder, 'package-lock.json'))) return false
  const { packages }: { packages: Record<string, { link?: boolean; resolved?: string }> } = JSON.parse(record)
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    // What is in another package comes with it.
    const isOutermost = path.split('node_modules/').length === 2
    const target = link ? join(folder, resolved ?? '') : join(source, path)
    if (!isOutermost || !existsSync(target)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(target, join(folder, path))
  }
  const [bin, marker] = ['node_modules/.bin', 'node_modules/.portico-setup']
  for (const path of [bin, marker]) {
    if (existsSync(join(source, path))) symlinkSync(join(source, path), join(folder, path))
  }
  return true
}
