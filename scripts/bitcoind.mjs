import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findCommand, isDebian } from './debian.mjs'
import { unpackDebian } from './unpackDebian.mjs'

const CACHE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'bitcoind')

/** Derived from Bitcoin Core, with the same rules of consensus. Only unstable has it. */
const PACKAGE = 'bitcoin-knots'
const SUITE = 'sid'

/** The folder of libraries and the loader in it, by `process.arch`. @type {Record<string, [string, string] | undefined>} */
const SYSTEMS = {
  x64: ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2'],
  arm64: ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1'],
}

export const ADVICE = 'put a bitcoind of version 25 or newer on the path'

/** @type {Promise<string[]> | undefined} */
let unpacking

/**
 * The command that runs `bitcoind`: the one on the path, else on Debian one that is unpacked into a folder that git ignores,
 * with the C library and the loader that it was built for. The system is left as it is, and nobody has to be root.
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<string[]>}
 * @throws Error with one sentence that says why there is none
 */
export async function ensureBitcoind({ signal } = {}) {
  const installed = findCommand(['bitcoind'])
  if (installed) return [installed]
  const system = SYSTEMS[process.arch]
  if (!isDebian() || !system) throw new Error(`there is no bitcoind: ${ADVICE}`)
  const [libraries, loader] = system
  const folder = join(CACHE, process.arch)
  const command = [join(folder, 'lib', loader), '--library-path', join(folder, 'lib'), join(folder, 'bin', 'bitcoind')]
  if (existsSync(folder)) return command
  // Two stacks of one process share it.
  unpacking ??= unpack({ folder, libraries, command, signal }).finally(() => {
    unpacking = undefined
  })
  return unpacking
}

/** @param {{ folder: string, libraries: string, command: string[], signal?: AbortSignal }} options */
async function unpack({ folder, libraries, command, signal }) {
  // Another process may be at it as well: whoever is done first gives its folder the name.
  const draft = `${folder}.${process.pid}`
  try {
    const root = await unpackDebian({ name: PACKAGE, suite: SUITE, folder: join(draft, 'apt'), signal })
    // Of a whole system only this much is kept.
    const kept = join(draft, 'kept')
    mkdirSync(join(kept, 'bin'), { recursive: true })
    renameSync(join(root, 'usr', 'bin', 'bitcoind'), join(kept, 'bin', 'bitcoind'))
    renameSync(join(root, 'usr', 'lib', libraries), join(kept, 'lib'))
    const [program = '', ...args] = command.map((part) => part.replace(folder, kept))
    await promisify(execFile)(program, [...args, '--version'], { signal })
    if (!existsSync(folder)) renameSync(kept, folder)
    return command
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}; ${ADVICE}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBitcoind().then(
    (command) => console.log(command.join(' ')),
    ({ message }) => {
      console.error(message)
      process.exitCode = 1
    },
  )
}
