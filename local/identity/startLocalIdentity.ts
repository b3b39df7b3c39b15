import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'
import type { SocialOptions } from '@portico/services/login/social/environment'
import { Hono } from 'hono'
import { listen } from '../chains/http.ts'
import { apple } from './dialects/apple.ts'
import { discord } from './dialects/discord.ts'
import { facebook } from './dialects/facebook.ts'
import { github } from './dialects/github.ts'
import { google } from './dialects/google.ts'
import { x } from './dialects/x.ts'
import { createOpenId } from './openId.ts'

export interface LocalIdentityOptions {
  /** 0 picks a free port. */
  readonly port: number
  /** The origin to which the providers redirect. */
  readonly secureSiteOrigin: string
  /** The apps registered with the providers, as configured for login. */
  readonly clients: SocialOptions
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Starts stand-ins for the providers: each one's own paths are below a path with the provider's name. For this machine
 * only: anybody can sign in as anybody.
 */
export async function startLocalIdentity({ port, secureSiteOrigin, clients }: LocalIdentityOptions) {
  const redirectUri = `${secureSiteOrigin}${SOCIAL_BACK_PATH}`
  const handlers = new Map<string, Handler>()
  const app = new Hono()
  const others = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    const [, mount = ''] = (request.url ?? '').split('/', 2)
    const handle = handlers.get(mount) ?? ((): unknown => others(request, response))
    Promise.resolve(handle(request, response)).catch(() => response.destroy())
  })
  await listen(server, port)
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  if (clients.google) handlers.set('google', createOpenId(origin, google({ ...clients.google, redirectUri })))
  if (clients.apple) handlers.set('apple', apple(origin, { ...clients.apple, redirectUri }))
  const dialects = { github, discord, x, facebook }
  for (const [name, dialect] of Object.entries(dialects)) {
    const client = clients[name as keyof typeof dialects]
    if (client) app.route(`/${name}`, dialect({ ...client, redirectUri }))
  }
  return {
    origin,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
