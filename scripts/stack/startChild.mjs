import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { portInUse } from '../serve.mjs'
import { isFree } from './ports.mjs'

/**
 * @typedef {object} Child
 * @property {boolean} isRunning
 * @property {Promise<string>} ended resolves with the end of its output
 * @property {() => Promise<void>} ready resolves when it sends a message
 * @property {() => Promise<void>} stop
 */

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const POLL_MS = 20

/** A process that has not exited after this is killed. */
const STOP_PATIENCE_MS = 6_000

/**
 * Runs a TypeScript file in a child process that ends with this one, even if this one is killed: the child notices that
 * its channel has closed.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env added to our own; undefined removes a variable
 * @param {string} logFile @returns {Child}
 */
export function startChild(script, env, logFile) {
  const output = openSync(logFile, 'w')
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', './local/endWithParent.ts', script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
    // Ctrl-C reaches a whole process group, but the parts must end in the stack's order.
    detached: true,
  })
  closeSync(output)
  let isRunning = true
  const ended = /** @type {Promise<string>} */ (
    new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', () => resolve(`See ${logFile}:\n${readFileSync(logFile, 'utf8').trim().slice(-2_000)}`))
    })
  ).finally(() => {
    isRunning = false
  })
  return {
    ended,
    ready: () =>
      new Promise((resolve, reject) => {
        child.once('message', () => resolve())
        ended.then((said) => reject(new Error(`${script} did not start. ${said}`)))
      }),
    get isRunning() {
      return isRunning
    },
    async stop() {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
      await ended
      clearTimeout(patience)
      if (statSync(logFile).size === 0) rmSync(logFile)
    },
  }
}

/**
 * @param {string} url @param {Child} child
 * @param {string} name starts the error's sentence: `The services`
 * @throws Error if the child exits before it responds
 */
export async function untilHealthy(url, child, name) {
  while (child.isRunning) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await wait(POLL_MS)
  }
  throw new Error(`${name} did not start. ${await child.ended}`)
}

/**
 * Starts a part that the stack can do without, and reports when it ends by itself.
 * @param {object} part
 * @param {string} part.title starts the report's sentence: `The mailbox`
 * @param {readonly number[]} part.needs ports that have to be free
 * @param {() => Child | Promise<Child>} part.start
 * @param {(child: Child) => Promise<void>} part.untilReady
 * @param {{ signal: AbortSignal, log: (line: string) => void }} stack
 * @returns {Promise<string | undefined>} the reason why it does not run
 */
export async function startOptional({ title, needs, start, untilReady }, { signal, log }) {
  try {
    for (const port of needs) if (!(await isFree(port))) throw portInUse(port)
    signal.throwIfAborted()
    const child = await start()
    await untilReady(child)
    child.ended.then((said) => signal.aborted || log(`${title} ended unexpectedly. ${said}`))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
