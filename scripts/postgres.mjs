import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../services/testing/freePort.mjs'
import { findCommand, isExecutable } from './debian.mjs'
import { isMain } from './main.mjs'
import { untilLine } from './untilLine.mjs'

/** Debian keeps the server off the path, in one folder per version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'
/** The server refuses to run as root, so it runs as this user, which Debian's package creates. */
const DEBIAN_USER = 'postgres'

// Not installed automatically, unlike Redis: Debian's server packages set up a server that starts with the machine.
const ADVICE = 'Tests on Postgres need its server: install postgresql, or put initdb and postgres on the path.'

const READY = /database system is ready to accept connections/

/** The folder with `initdb` and `postgres`, or undefined. @returns {string | undefined} */
export function findPostgres() {
  const found = findCommand(['initdb'])
  const folders = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : []
  // The folder on the path may contain only links, but the server looks for its files next to itself.
  const candidates = [
    ...(found ? [dirname(realpathSync(found))] : []),
    ...folders.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  ]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

/** @param {'-u' | '-g'} which */
const idOf = (which) => Number(execFileSync('id', [which, DEBIAN_USER], { encoding: 'utf8' }))

/** @returns {{ uid: number, gid: number } | undefined} undefined for the current user */
function serverUser() {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
}

/**
 * Starts a private Postgres server in a temporary folder.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void>, crash: () => Promise<void>, start: () => Promise<void> }
 *   | undefined>} undefined if there is no Postgres, which is logged in one sentence. `crash` kills the server as a
 *   machine failure would, and `start` restarts it on the same data
 * @throws Error with all the server's output if it exits at once
 */
export async function startPostgres({ log = console.log } = {}) {
  const commands = findPostgres()
  if (!commands) {
    log(ADVICE)
    return undefined
  }
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
  const password = randomBytes(16).toString('hex')
  writeFileSync(secret, password, { mode: 0o600 })
  if (user) for (const path of [folder, secret]) chownSync(path, user.uid, user.gid)
  const owner = ['--username=portico', '--auth=scram-sha-256', `--pwfile=${secret}`]
  const form = ['--encoding=UTF8', '--no-locale', '--no-sync', `--pgdata=${data}`]
  await promisify(execFile)(join(commands, 'initdb'), [...owner, ...form], { ...user, cwd: folder })

  const port = await findFreePort()
  // After a machine failure the folder is gone as well, so nothing needs to reach the disk.
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 200,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  async function launch() {
    const child = spawn(join(commands ?? '', 'postgres'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    await untilLine(child, child.stderr, READY)
    return { child, exited }
  }
  let running = await launch()
  // Ends the server whenever this process ends. SIGINT closes remaining connections.
  const end = () => void running.child.kill('SIGINT')
  process.once('exit', end)
  return {
    url: `postgres://portico:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', end)
      end()
      await running.exited
      rmSync(folder, { recursive: true })
    },
    async crash() {
      running.child.kill('SIGQUIT')
      await running.exited
    },
    async start() {
      running = await launch()
    },
  }
}

if (isMain(import.meta.url)) {
  const folder = findPostgres()
  if (folder) console.log(folder)
  else {
    console.log(ADVICE)
    process.exitCode = 1
  }
}
