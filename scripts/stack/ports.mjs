import { createServer } from 'node:net'
import { localPorts } from '../local.mjs'
import { portInUse } from '../serve.mjs'

/** @typedef {ReturnType<typeof localPorts>} Ports */

/** From 2000 on no shifted port is blocked by browsers (the offset 1700 would give 6000). */
const FREE_OFFSETS = { first: 2_000, last: 13_900, step: 100 }

/** An offset for which all ports of the stack are free, to run next to others. */
export async function findFreeOffset() {
  const { first, last, step } = FREE_OFFSETS
  const count = (last - first) / step + 1
  // Random, so that simultaneous runs try different offsets.
  const begin = Math.floor(Math.random() * count)
  for (let index = 0; index < count; index++) {
    const offset = first + ((begin + index) % count) * step
    const free = await Promise.all([...portsByPurpose(localPorts(offset)).keys()].map(isFree))
    if (free.every(Boolean)) return offset
  }
  throw new Error(`No offset from ${first} to ${last} leaves all ports free.`)
}

/** @param {Ports} ports @returns {Map<number, string>} */
function portsByPurpose({ remotes, ...others }) {
  const ofRemotes = Object.entries(remotes).map(([id, port]) => /** @type {const} */ ([port, `remote ${id}`]))
  const ofOthers = Object.entries(others).map(([name, port]) => /** @type {const} */ ([port, name]))
  return new Map([...ofOthers, ...ofRemotes])
}

/** @param {Ports} ports @throws Error that names the first port in use and what it is needed for */
export async function assertPortsFree(ports) {
  const { playground, host, services, console, phone, anvil, secondAnvil, remotes } = ports
  const purposes = portsByPurpose(ports)
  for (const port of [playground, host, services, console, phone, anvil, secondAnvil, ...Object.values(remotes)]) {
    if (!(await isFree(port))) throw portInUse(port, purposes.get(port))
  }
}

/** Whether a program on this machine could listen on the port. @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
