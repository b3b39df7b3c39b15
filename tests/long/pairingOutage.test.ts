import { once } from 'node:events'
import { createServer } from 'node:net'
import { PROJECT_ID } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'
import { ownTimers } from '../support/ownTimers.ts'
import { createPageStorage } from '../support/pageStorage.ts'
import { openPage, startPairingRelay } from '../support/pairingPage.ts'
import { startWallet } from '../support/pairingWallet.ts'

jest.setTimeout(120_000)

/** Replaces the relay: accepts connections and drops them at once. */
async function startDeadRelay(port: number) {
  let attempts = 0
  const server = createServer((socket) => {
    attempts++
    socket.on('error', () => {}).destroy()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { attempts: () => attempts, close: () => new Promise((resolve) => server.close(resolve)) }
}

const clearTimers = ownTimers()
afterAll(() => clearTimers())

test('after six failed attempts to reach the relay, the pairing continues when it is back', async () => {
  Object.defineProperty(globalThis, 'localStorage', { value: createPageStorage(), configurable: true })
  const relay = await startPairingRelay()
  const { pairing } = openPage(relay.url)
  const { uri, answer, expiresAt } = await pairing.prepare()

  await relay.stop()
  const dead = await startDeadRelay(Number(new URL(relay.url).port))
  await until(() => dead.attempts() >= 6)
  await dead.close()
  await relay.start()

  const phone = await startWallet({ relayUrl: relay.url, projectId: PROJECT_ID })
  await phone.pair(uri)
  expect((await answer).connections.eip155?.accounts).toEqual([{ address: phone.address }])
  expect(Date.now()).toBeLessThan(expiresAt)
  pairing.dispose()
  await phone.close()
  await relay.close()
})
