import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../src/log.ts'
import { RELAY_LIMITS, type RelayLimits } from '../src/relay/limits.ts'
import { createMemoryMailbox } from '../src/relay/memoryMailbox.ts'
import { mountRelay, RELAY_PATH, type RelayOptions } from '../src/relay/relay.ts'
import { PROJECT_ID } from './runServices.ts'

export interface LocalRelay {
  readonly url: string
  /** All log lines, one JSON object each. */
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** Starts the relay alone, in the process of the test, with limits of its own. */
export async function startLocalRelay(
  limits: Partial<RelayLimits> = {},
  options: Partial<RelayOptions> = {},
): Promise<LocalRelay> {
  const lines: string[] = []
  const server = createServer((_, response) => void response.writeHead(426).end())
  const all = { ...RELAY_LIMITS, ...limits }
  const relay = mountRelay(server, {
    mailbox: createMemoryMailbox(all),
    readOrigins: async (projectId) => (projectId === PROJECT_ID ? ['https://shop.example'] : undefined),
    publicUrls: [],
    log: createLog('info', (line) => lines.push(line)),
    limits: all,
    ...options,
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}${options.path ?? RELAY_PATH}`,
    lines,
    async close() {
      await relay.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
