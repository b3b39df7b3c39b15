import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The first port: above the ports of a local stack, and below the ephemeral range of the system, so that only the
 * tests' servers can take a port between the search and its use.
 */
const FIRST = 23_000
const COUNT = 9_000

/** Parallel processes start at different ports, and each process continues after its last port. */
let next = (process.pid * 61) % COUNT

/**
 * Finds an unused port of this machine, or `count` consecutive ones.
 * @param {number} [count]
 * @returns {Promise<number>}
 * @throws Error if all are in use
 */
export async function findFreePort(count = 1) {
  for (let tried = 0; tried < COUNT; tried += count) {
    const port = FIRST + next
    next = (next + count) % (COUNT - count)
    const ports = Array.from({ length: count }, (_, index) => port + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return port
  }
  throw new Error(`The ports ${FIRST} to ${FIRST + COUNT - 1} are all in use.`)
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
