import { PROJECT_ID } from '../../services/testing/runServices.ts'
import { ownTimers } from '../support/ownTimers.ts'
import { createPageStorage } from '../support/pageStorage.ts'
import { openPage, type PairingRelay, startPairingRelay } from '../support/pairingPage.ts'
import { startWallet } from '../support/pairingWallet.ts'

jest.setTimeout(30_000)

let relay: PairingRelay
const clearTimers = ownTimers()
beforeAll(async () => {
  relay = await startPairingRelay()
})
afterAll(async () => {
  await relay.close()
  clearTimers()
})

test.each([
  ['has not paired yet', false],
  ['waits for a wallet of its own', true],
] as const)("another tab, which %s, finds the first tab's session at once", async (_, isWaiting) => {
  Object.defineProperty(globalThis, 'localStorage', { value: createPageStorage(), configurable: true })
  const scope = { storageScope: 'one site' }
  const [first, other] = [openPage(relay.url, scope), openPage(relay.url, scope)]
  if (isWaiting) await other.pairing.prepare()
  const { uri, answer } = await first.pairing.prepare()
  const phone = await startWallet({ relayUrl: relay.url, projectId: PROJECT_ID })
  await phone.pair(uri)
  const { topic } = await answer
  expect((await other.pairing.restore())?.topic).toBe(topic)
  expect((await first.pairing.restore())?.topic).toBe(topic)
  first.pairing.dispose()
  other.pairing.dispose()
  await phone.close()
})
