import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaipNetworkId, ChainNamespace, ConnectionChange, Network } from '@portico/contracts'
import { ethereum, polygon } from '@portico/contracts/testing'
import { createPairing } from '../../host/src/pairing/createPairing.ts'
import { PAIRING_LIMITS, type PairingLimits, type PairingSetup } from '../../host/src/pairing/setup.ts'
import { createLog } from '../../services/src/log.ts'
import { RELAY_LIMITS } from '../../services/src/relay/limits.ts'
import { createMemoryMailbox } from '../../services/src/relay/memoryMailbox.ts'
import { mountRelay } from '../../services/src/relay/relay.ts'
import { PROJECT_ID } from '../../services/testing/runServices.ts'

export interface PairingRelay {
  readonly url: string
  /** Ends every connection and refuses new ones, like a relay that is down. */
  stop(): Promise<void>
  /** Starts at the same URL again, with its stored messages. */
  start(): Promise<void>
  /** Stops the relay for good. */
  close(): Promise<void>
}

/** The product's relay, which a test can stop and start again. */
export async function startPairingRelay(): Promise<PairingRelay> {
  const limits = { ...RELAY_LIMITS, requestsPerSecondMax: 1_000, connectionsPerAddressMax: 100 }
  const mailbox = createMemoryMailbox(limits)
  const kept = { ...mailbox, close: async () => {} }
  let port = 0
  let stop: (() => Promise<void>) | undefined

  async function start() {
    const server = createServer((_, response) => void response.writeHead(426).end())
    const relay = mountRelay(server, {
      mailbox: kept,
      readOrigins: async (projectId) => (projectId === PROJECT_ID ? [] : undefined),
      publicUrls: [],
      log: createLog('error', () => {}),
      limits,
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
    stop = async () => {
      stop = undefined
      await relay.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  async function close() {
    await stop?.()
    await mailbox.close()
  }
  await start()
  return { url: `ws://127.0.0.1:${port}/relay`, start, stop: async () => stop?.(), close }
}

export interface PageOptions extends Partial<Omit<PairingSetup, 'networks' | 'limits'>> {
  readonly networks?: readonly Network[]
  readonly limits?: Partial<PairingLimits>
  readonly active?: CaipNetworkId
}

/** A page's pairing; two pages with the same scope are two tabs, or one reloaded tab. */
export function openPage(relayUrl: string, options: PageOptions = {}) {
  const { networks = [ethereum, polygon], limits, active = 'eip155:1', ...setup } = options
  const pairing = createPairing(
    {
      relayUrl,
      projectId: PROJECT_ID,
      metadata: { name: 'A shop', description: '', url: 'https://shop.example', icons: [] },
      storageScope: crypto.randomUUID(),
      networks: () => networks,
      activeNetworkId: () => active,
      limits: { ...PAIRING_LIMITS, ...limits },
      ...setup,
    },
    (load) => load(),
  )
  return {
    pairing,
    /** The wallet's own events from now on. */
    watch(namespace: ChainNamespace = 'eip155') {
      const heard: ConnectionChange[] = []
      const life = new AbortController()
      pairing.family(namespace).watchConnection('walletConnect', (change) => heard.push(change), life.signal)
      return { heard: heard as readonly ConnectionChange[], stop: () => life.abort() }
    },
  }
}
