import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'

/** Allows any page: these chains are for development, and reachable from this machine only. */
export const OPEN_TO_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** Listens on this machine only. @throws Error if the port is in use */
export async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** @returns undefined if the body is longer than `limit` bytes, or incomplete */
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
    // The client has disconnected.
    return undefined
  }
  return Buffer.concat(chunks).toString()
}
