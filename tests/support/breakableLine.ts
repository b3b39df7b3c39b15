import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BreakableLine {
  readonly port: number
  /** Ends every connection, and lets none through until the line is mended. */
  cut(): void
  /** Stops all traffic without notifying either side: connections stay open and new ones are accepted. */
  silence(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy to a local port that a test can break, like a network in a tunnel or a failing switch. */
export async function startBreakableLine(target: number): Promise<BreakableLine> {
  const sockets = new Set<Socket>()
  /** Source and target of each direction. */
  const ways = new Map<Socket, Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      ways.set(socket, other)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        ways.delete(socket)
        other.destroy()
      })
      if (!isSilent) socket.pipe(other)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      drop()
    },
    silence() {
      isSilent = true
      for (const socket of ways.keys()) socket.unpipe().pause()
    },
    mend() {
      if (isSilent) for (const [socket, other] of ways) socket.pipe(other)
      isSilent = false
      isCut = false
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
