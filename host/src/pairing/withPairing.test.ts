import { ModalError } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, harbor } from '@portico/contracts/testing'
import type { Pairing } from './pairedWallets.ts'
import { withPairing } from './withPairing.ts'

const connection = { ...connectionWith(harbor, ethereum), connectorId: 'walletConnect', session: 'topic' }

function fakePairing(connections: object = { eip155: connection }) {
  const calls: string[] = []
  let stop: (reason: ModalError) => void = () => {}
  let agree: () => void = () => {}
  const answer = new Promise((resolve, reject) => {
    stop = reject
    agree = () => resolve({ topic: 'topic', connections })
  })
  answer.catch(() => {})
  const family = {
    switchNetwork: async () => void calls.push('switchNetwork'),
    signMessage: async () => 'signed',
    getProvider: () => 'provider',
    watchConnection: () => void calls.push('watch'),
  }
  const pairing = {
    prepare: async () => ({ uri: 'wc:x', expiresAt: 0, answer }),
    cancel() {
      calls.push('cancel')
      stop(new ModalError('connection.modalClosed'))
    },
    restore: async () => ({ topic: 'topic', connections }),
    end: async () => void calls.push('end'),
    family: () => family,
  } as unknown as Pairing
  return { pairing, calls, agree: () => agree() }
}

const connect = (pairing: Pairing, signal?: AbortSignal) =>
  withPairing(fakeAdapter(), pairing).connect('walletConnect', { network: ethereum, ...(signal && { signal }) })

test("the pairing connector is listed first, before the family's own connectors", () => {
  const seen: string[][] = []
  const adapter = withPairing(fakeAdapter({ connectors: [harbor] }), fakePairing().pairing)
  adapter.watchConnectors((connectors) => seen.push(connectors.map(({ id }) => id)), new AbortController().signal)
  expect(seen).toEqual([['walletConnect', harbor.id]])
})

test('when a wallet approves, the connection is the one for this family', async () => {
  const { pairing, agree, calls } = fakePairing()
  const connecting = connect(pairing)
  agree()
  expect(await connecting).toEqual(connection)
  expect(calls).toEqual([])
})

test('a wallet that does not serve the family is not connected', async () => {
  const { pairing, agree } = fakePairing({})
  const connecting = connect(pairing)
  agree()
  await expect(connecting).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
})

test('going back cancels the pairing, even before it is made', async () => {
  const life = new AbortController()
  const { pairing, calls } = fakePairing()
  const connecting = connect(pairing, life.signal)
  life.abort()
  await expect(connecting).rejects.toMatchObject({ code: 'connection.modalClosed' })
  expect(calls).toEqual(['cancel'])
  await expect(connect(pairing, life.signal)).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test("calls about the pairing connector go to the pairing, all others to the family's adapter", async () => {
  const { pairing, calls } = fakePairing()
  const own = fakeAdapter({ connectors: [harbor] })
  const adapter = withPairing(own, pairing)
  expect(await adapter.restore('walletConnect', { network: ethereum })).toEqual(connection)
  await adapter.switchNetwork?.('walletConnect', ethereum)
  await adapter.disconnect('walletConnect')
  expect(await adapter.signMessage('walletConnect', 'x', 'y')).toBe('signed')
  expect(adapter.getProvider('walletConnect')).toBe('provider')
  expect(calls).toEqual(['switchNetwork', 'end'])
  expect(own.calls).toEqual([])
  await adapter.disconnect(harbor.id)
  expect(own.calls.map(({ method }) => method)).toEqual(['disconnect'])
})
