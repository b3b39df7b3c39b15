import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Above the ports of a stack, and below those that a system gives to outgoing connections and to servers which take any:
 * nothing but a server started here can take a port of these between its being found and its being used.
 */
const FIRST = 23_000
const COUNT = 9_000

/** Two processes at a time begin at different places, and each goes on from its last. */
let next = (process.pid * 61) % COUNT

/**
 * A port of this machine that nobody listens on, and with `count` as many after it.
 * @param {number} [count]
 * @returns {Promise<number>}
 * @throws Error when all of them are in use
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
