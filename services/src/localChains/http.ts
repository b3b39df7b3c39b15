import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'

/** Any page may ask: these chains are for development, and only this machine reaches them. */
export const OPEN_TO_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** To this machine only. @throws Error when the port is in use */
export async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** @returns undefined when it is longer than `limit` bytes, or never comes to an end */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > limit) return undefined
      chunks.push(chunk)
    }
  } catch {
    // The client has gone, and whatever it wanted is of no interest to anybody.
    return undefined
  }
  return Buffer.concat(chunks).toString()
}
