import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../services/testing/freePort.mjs'
import { canInstall, findCommand, install } from './debian.mjs'
import { isMain } from './main.mjs'
import { untilLine } from './untilLine.mjs'

/**
 * One program under several names, which acts as the server or the checker depending on its name. The program under the
 * last name is in Debian's tools package, which unlike the server package starts no service.
 */
const COMMANDS = ['redis-server', 'redis-check-rdb']
const DEBIAN_PACKAGE = 'redis-tools'

const ADVICE = 'Tests of several relay processes need Redis: install redis-server, or put it on the path.'

const READY = /Ready to accept connections/

/** The path of an installed Redis, or undefined. */
const findRedis = () => findCommand(COMMANDS)

/**
 * The path of a Redis server. On Debian as root it is installed if missing.
 * @param {(line: string) => void} [log] receives progress, or one sentence that says what to do
 * @returns {string | undefined}
 */
export function ensureRedis(log = console.log) {
  const found = findRedis()
  if (found) return found
  if (!canInstall()) {
    log(ADVICE)
    return undefined
  }
  const said = install([DEBIAN_PACKAGE], log)
  const redis = findRedis()
  if (!redis) log(`${ADVICE} apt-get said: ${said}`)
  return redis
}

/**
 * Starts a private Redis server that keeps nothing on disk.
 * @param {{ log?: (line: string) => void, port?: number }} [options] default: a free port
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} undefined if there is no Redis, which is
 *   logged in one sentence
 * @throws Error with all the server's output if it exits at once
 */
export async function startRedis({ log, port: wanted } = {}) {
  const path = ensureRedis(log)
  if (!path) return undefined
  const port = wanted ?? (await findFreePort())
  const settings = { bind: '127.0.0.1', port: `${port}`, save: '', appendonly: 'no' }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(path, options, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  await untilLine(child, child.stdout, READY)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await exited
    },
  }
}

if (isMain(import.meta.url)) {
  const path = ensureRedis()
  if (path) console.log(path)
  else process.exitCode = 1
}
