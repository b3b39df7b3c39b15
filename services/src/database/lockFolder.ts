import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FILE = 'lock.sock'

/** What the systems' `sockaddr_un` has room for: 104 bytes on macOS, 108 on Linux, the last of which is zero. */
const PATH_MAX_BYTES = 103

/** For a folder whose own path is too long, or that cannot hold a socket: a short name beside those of other programs. */
function nameElsewhere(folder: string) {
  const name = `portico-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** The first is in the folder itself: containers that share one have no other place in common. */
function namesOf(folder: string) {
  const own = join(folder, FILE)
  const canBeHere = process.platform !== 'win32' && Buffer.byteLength(own) <= PATH_MAX_BYTES
  return canBeHere ? [own, nameElsewhere(folder)] : [nameElsewhere(folder)]
}

const listen = (server: Server, path: string) =>
  new Promise<boolean>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', fail).listen(path, () => {
      server.off('error', fail)
      resolve(true)
    })
  })

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** @returns whether it is ours now; what a process that was killed has left is taken over */
async function hold(server: Server, path: string) {
  if (await listen(server, path)) return true
  if (await answers(path)) return false
  await rm(path, { force: true })
  return listen(server, path)
}

/**
 * Keeps a folder for this process: two that write to one PGlite folder would destroy it. The lock is a socket, which
 * ends with the process however it ends, so that nothing has to be cleaned up by hand.
 * @returns gives the folder free again
 * @throws Error when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const [name = '', ...others] = namesOf(await realpath(folder))
  const server = createServer((socket) => socket.destroy()).unref()
  const isHeld = await hold(server, name).catch((error: unknown) => {
    // Some file systems that are shared with a virtual machine know no sockets.
    const [elsewhere] = others
    if (!elsewhere) throw error
    return hold(server, elsewhere)
  })
  if (!isHeld) throw new Error(`The data folder ${folder} is in use by another process.`)
  return () => new Promise((resolve) => server.close(() => resolve()))
}
