import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A short name for any folder: a socket's path may have no more than some hundred characters. */
async function socketOf(folder: string) {
  const name = `portico-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
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

/**
 * Keeps a folder for this process: two that write to one PGlite folder would destroy it. The lock is a socket, which
 * ends with the process however it ends, so that nothing has to be cleaned up by hand.
 * @returns gives the folder free again
 * @throws Error when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = await socketOf(folder)
  const server = createServer((socket) => socket.destroy()).unref()
  if (!(await listen(server, path))) {
    const isHeld = await answers(path)
    if (!isHeld) await rm(path, { force: true })
    if (isHeld || !(await listen(server, path))) {
      throw new Error(`The data folder ${folder} is in use by another process.`)
    }
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}
