import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findCommand, isDebian } from './debian.mjs'
import { isMain, runMain } from './main.mjs'
import { unpackDebian } from './unpackDebian.mjs'

const CACHE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'bitcoind')

/** A Bitcoin Core derivative with the same consensus rules. Available only in Debian unstable. */
const PACKAGE = 'bitcoin-knots'
const SUITE = 'sid'

/** The library folder and its loader, by `process.arch`. @type {Record<string, [string, string] | undefined>} */
const SYSTEMS = {
  x64: ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2'],
  arm64: ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1'],
}

export const ADVICE = 'put a bitcoind of version 25 or newer on the path'

/** @type {Promise<string[]> | undefined} */
let unpacking

/**
 * The command that runs `bitcoind`: the program on the path or, on Debian, a program that is unpacked into an ignored
 * folder together with the C library and the loader that it was built for. Unpacking neither changes the system nor
 * needs root.
 * @param {{ signal?: AbortSignal }} [options] @returns {Promise<string[]>}
 * @throws Error with one sentence that says why it is unavailable
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
  // Shared by several stacks in one process.
  unpacking ??= unpack({ folder, libraries, command, signal }).finally(() => {
    unpacking = undefined
  })
  return unpacking
}

/** @param {{ folder: string, libraries: string, command: string[], signal?: AbortSignal }} options */
async function unpack({ folder, libraries, command, signal }) {
  // Several processes may do this at once: the first to finish renames its folder into place.
  const draft = `${folder}.${process.pid}`
  try {
    const root = await unpackDebian({ name: PACKAGE, suite: SUITE, folder: join(draft, 'apt'), signal })
    // Keeps only these files of the whole system.
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

if (isMain(import.meta.url)) runMain(async () => console.log((await ensureBitcoind()).join(' ')))
