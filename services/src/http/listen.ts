import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * @param port 0 for any free port
 * @returns the origin
 * @throws Error with a one-sentence message if the port is in use
 */
export const listen = (server: Server, port: number, hostname: string) =>
  new Promise<string>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} on ${hostname} is in use already.`) : error)
    server.once('error', fail).listen(port, hostname, () => {
      server.off('error', fail)
      const { port: taken } = server.address() as AddressInfo
      resolve(`http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${taken}`)
    })
  })
