import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { RELAY_CLOSE_CODES } from '@portico/contracts/services/relay'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddress } from '../http/clientAddress.ts'
import { clientNetwork } from '../http/clientNetwork.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { type AdmissionRules, admit, type Visitor } from './admit.ts'
import { answerUpgrade } from './answerUpgrade.ts'
import { type Connection, serveConnection } from './connection.ts'
import { type Counts, createCounts } from './counts.ts'
import { createHeartbeat } from './heartbeat.ts'
import { GOODBYE_PATIENCE_MS, RELAY_LIMITS, type RelayLimits } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMeter } from './meter.ts'
import { createRates } from './rate.ts'
import { Refusal } from './refusal.ts'

/** The relay's path on the server of all services. */
export const RELAY_PATH = '/relay'

export interface RelayOptions extends AdmissionRules {
  readonly mailbox: Mailbox
  readonly log: Log
  /** See `clientAddress`. */
  readonly trustedProxies?: number
  readonly limits?: RelayLimits
  readonly meter?: RelayMeter | undefined
  /** The relay's path; `/` for a server without other services. */
  readonly path?: string
}

export interface Relay {
  /** Admits no more clients, answers pending requests, closes connections, and closes the mailbox. */
  close(): Promise<void>
}

/**
 * @returns a function that releases the place
 * @throws Refusal if there is no place
 */
function takePlace(counts: Counts, key: string, max: number) {
  if (counts.take(key, max)) return () => counts.release(key)
  throw new Refusal('Too many connections', RELAY_CLOSE_CODES.tryAgainLater)
}

/** Serves the relay to WebSocket clients of `server`. */
export function mountRelay(server: Server, options: RelayOptions): Relay {
  const { mailbox, log, trustedProxies = 0, limits = RELAY_LIMITS, meter, path = RELAY_PATH } = options
  // In a variable of its own, because the types of `ws` do not know `closeTimeout` yet.
  const socketOptions = {
    noServer: true,
    maxPayload: limits.frameMaxBytes,
    clientTracking: true,
    // `serveConnection` answers and counts pings.
    autoPong: false,
    /** How long to wait for clients that do not answer a close frame; meanwhile, their frames are discarded. */
    closeTimeout: GOODBYE_PATIENCE_MS,
  }
  const sockets = new WebSocketServer(socketOptions)
  const connections = new Map<WebSocket, Connection>()
  const heartbeat = createHeartbeat(limits.pingIntervalMs)
  const addresses = createCounts()
  const projects = createCounts()
  const shared = {
    topicsOfClients: createCounts(),
    subscribersOfTopics: createCounts(),
    bytesOfClients: createRates(),
  }
  let isClosing = false

  function serve(socket: WebSocket, address: string, { clientId, projectId }: Visitor) {
    const openedAt = performance.now()
    connections.set(socket, serveConnection({ ...shared, socket, clientId, address, mailbox, limits, meter, log }))
    meter?.opened()
    log.info('relay connection opened', { projectId, connections: connections.size })
    socket.once('close', (closeCode) => {
      connections.delete(socket)
      meter?.closed()
      const durationMs = Math.round(performance.now() - openedAt)
      log.info('relay connection closed', { projectId, closeCode, durationMs, connections: connections.size })
    })
  }

  function refuse(socket: WebSocket, thrown: unknown) {
    const refusal =
      thrown instanceof Refusal ? thrown : new Refusal('The relay failed', RELAY_CLOSE_CODES.tryAgainLater)
    if (refusal === thrown) log.info('relay connection refused', { reason: refusal.message })
    // An outage of the database is logged once, by the code that queries it.
    else if (!(thrown instanceof ServiceError)) log.error('relay connection failed', { error: thrown })
    // A paused socket would never receive the client's close frame.
    socket.resume()
    socket.close(refusal.closeCode, refusal.message)
  }

  async function receive(socket: WebSocket, request: IncomingMessage) {
    // A broken frame ends the connection only; without this handler, it would end the process.
    socket.on('error', (error) => log.info('relay connection broken', { reason: error.message }))
    heartbeat.watch(socket)
    // Frames that arrive before the admission stay in the socket.
    socket.pause()
    try {
      const address = clientNetwork(clientAddress(request, trustedProxies))
      socket.once('close', takePlace(addresses, address, limits.connectionsPerAddressMax))
      const visitor = await admit(request, options)
      if (socket.readyState !== socket.OPEN) return
      socket.once('close', takePlace(projects, visitor.projectId, limits.connectionsPerProjectMax))
      serve(socket, address, visitor)
      socket.resume()
    } catch (thrown) {
      refuse(socket, thrown)
    }
  }

  const isHere = ({ url = '', headers }: IncomingMessage) => {
    const [pathname = ''] = url.split('?')
    return headers.upgrade?.toLowerCase() === 'websocket' && (pathname === path || pathname === `${path}/`)
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Before the handshake nothing else handles errors, and an unhandled error would end the process.
    socket.on('error', () => socket.destroy())
    if (!isHere(request) || isClosing) answerUpgrade(server, request, socket)
    else sockets.handleUpgrade(request, socket, head, (client) => void receive(client, request))
  })

  return {
    async close() {
      isClosing = true
      heartbeat.stop()
      const open = [...sockets.clients]
      const gone = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
      for (const socket of open) {
        const connection = connections.get(socket)
        if (connection) void connection.end()
        else refuse(socket, new Refusal('The relay is stopping', RELAY_CLOSE_CODES.goingAway))
      }
      const patience = setTimeout(() => {
        for (const socket of open) socket.terminate()
      }, GOODBYE_PATIENCE_MS)
      await gone
      clearTimeout(patience)
      await mailbox.close()
    },
  }
}
