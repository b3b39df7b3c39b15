import { ModalError } from '@portico/contracts'
import { createPairing } from './createPairing.ts'
import type { PairingSetup } from './setup.ts'

const setup = { networks: () => [], activeNetworkId: () => 'eip155:1' } as unknown as PairingSetup

function withCode(fails?: Error) {
  let loads = 0
  const made: unknown[] = []
  const client = {
    provider: {},
    prepare: async () => ({ uri: 'wc:x', expiresAt: 0, answer: new Promise(() => {}) }),
    cancel: () => made.push('cancel'),
    dispose: () => made.push('dispose'),
  }
  const pairing = createPairing(setup, async () => {
    loads++
    if (fails) throw fails
    return { createClient: async () => client } as never
  })
  return { pairing, made, loads: () => loads }
}

test('the client is not fetched before it is needed', async () => {
  const { pairing, loads } = withCode()
  pairing.cancel()
  expect(pairing.family('eip155').getProvider('walletConnect')).toBeUndefined()
  expect(pairing.client).toBeUndefined()
  expect(loads()).toBe(0)
  await pairing.prepare()
  expect(pairing.client).toBeDefined()
})

test('code that cannot be loaded is reported, and requested again', async () => {
  const { pairing, loads } = withCode(new ModalError('remote.unreachable'))
  for (const ask of [pairing.load, pairing.prepare, pairing.restore, pairing.end]) {
    await expect(ask()).rejects.toMatchObject({ code: 'pairing.unavailable' })
  }
  expect(loads()).toBe(4)
})

test('a visitor who leaves while the code loads gets no pairing', async () => {
  const { pairing } = withCode()
  const making = pairing.prepare()
  pairing.cancel()
  await expect(making).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('a modal that is disposed of while the code loads leaves no client behind', async () => {
  const { pairing, made } = withCode()
  const making = pairing.prepare()
  pairing.dispose()
  await making
  expect(made).toContain('dispose')
})
