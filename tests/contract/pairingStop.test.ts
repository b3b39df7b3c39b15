import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { until } from '../../services/testing/until.ts'
import { ownTimers } from '../support/ownTimers.ts'
import { createPageStorage } from '../support/pageStorage.ts'
import { openPage } from '../support/pairingPage.ts'

jest.setTimeout(30_000)

const clearTimers = ownTimers()
afterAll(clearTimers)
beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: createPageStorage(), configurable: true })
})

/** A relay on a slow line: connections wait until they are accepted. */
async function startSlowRelay() {
  const sockets = new WebSocketServer({ noServer: true })
  const waiting: [IncomingMessage, Duplex, Buffer][] = []
  const server = createServer().on('upgrade', (...request) => waiting.push(request))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    letIn() {
      for (const request of waiting.splice(0)) sockets.handleUpgrade(...request, () => {})
    },
    /** Number of open connections. */
    open: () => sockets.clients.size,
    close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a modal disposed while it connects to the relay does not stay connected', async () => {
  const relay = await startSlowRelay()
  try {
    const { pairing } = openPage(relay.url)
    const prepared = pairing.prepare()
    prepared.catch(() => {})
    await until(() => relay.waiting.length > 0)
    pairing.dispose()
    await expect(prepared).rejects.toMatchObject({ code: 'connection.modalClosed' })
    let mostOpen = 0
    relay.letIn()
    await until(() => {
      mostOpen = Math.max(mostOpen, relay.open())
      return mostOpen > 0 && relay.open() === 0
    })
    expect(relay.waiting).toEqual([])
  } finally {
    relay.close()
  }
})
