import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listen } from '../chains/http.ts'
import { createChannels } from './channels.ts'
import { phoneApp } from './phoneApp.ts'
import { relayApi } from './relayApi.ts'

const APP_PATH = '/~/siwf'

export interface LocalFarcaster {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the relay of Farcaster's sign-in with the phone app's page, for this machine only. @param port 0 picks a free
 * port
 */
export async function startLocalFarcaster(port: number, key: string): Promise<LocalFarcaster> {
  const server = createServer()
  await listen(server, port)
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const channels = createChannels()
  const app = relayApi({ channels, appUrl: `${url}${APP_PATH}`, key }).route(APP_PATH, phoneApp(channels))
  server.on('request', getRequestListener(app.fetch))
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
