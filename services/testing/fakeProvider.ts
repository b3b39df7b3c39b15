import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Said {
  readonly status?: number
  /** Anything but text is sent as JSON. */
  readonly body?: unknown
}

/** A fake provider with configurable answers. */
export async function startFakeProvider() {
  let say: (path: string, form: URLSearchParams) => Said = () => ({})
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = new URL(request.url ?? '', 'http://provider').pathname
    const { status = 200, body = '' } = say(path, new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says(next: typeof say) {
      say = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
