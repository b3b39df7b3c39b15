import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A test server on a free port; call `close` in `finally`. */
export async function listen(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function bodyOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
