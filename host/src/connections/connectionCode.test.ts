import { ModalError } from '@portico/contracts'
import { ethereum, fakeAdapter, harbor, solana } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import type * as Door from './connectionCode.ts'

let isReachable = true
jest.mock('../kernel/loadPinned.ts', () => ({
  loadPinned: async <T>(load: () => Promise<T>) => {
    await Promise.resolve()
    if (!isReachable) throw new ModalError('remote.unreachable')
    return load()
  },
}))

/** A page that has not fetched the code for connections yet. */
function arrive(isThere = true) {
  isReachable = isThere
  let door: typeof Door | undefined
  jest.isolateModules(() => {
    door = require('./connectionCode.ts')
  })
  const adapters = [fakeAdapter({ connectors: [harbor] }), fakeAdapter({ namespace: 'solana' })] as const
  const parts = createTestStore({ adapters, networks: [ethereum, solana] })
  const stored = { connectorId: harbor.id, caipNetworkId: ethereum.caipNetworkId }
  return { ...(door as typeof Door), ...parts, evm: adapters[0], stored, dispatch: parts.store.dispatch }
}

const toHarbor = { namespace: 'eip155', connectorId: harbor.id } as const
const code = (error: unknown) => (error as ModalError).code

test('the first request waits for the code; later ones reach the wallet while the click is being handled', async () => {
  const { connect, dispatch, evm } = arrive()
  const first = dispatch(connect(toHarbor))
  expect(evm.calls).toEqual([])
  await first
  const before = evm.calls.length
  const second = dispatch(connect(toHarbor))
  expect(evm.calls.length).toBe(before + 1)
  await second
})

test('a wallet is not asked if the visitor goes back before the code is loaded', async () => {
  const { connect, dispatch, evm } = arrive()
  const life = new AbortController()
  const asking = dispatch(connect(toHarbor, { signal: life.signal }))
  life.abort()
  await expect(asking).rejects.toMatchObject({ code: 'connection.modalClosed' })
  expect(evm.calls).toEqual([])
})

test('if the code cannot be loaded, that error is reported, and the next click tries again', async () => {
  const { connect, dispatch, evm } = arrive(false)
  expect(await dispatch(connect(toHarbor)).catch(code)).toBe('remote.unreachable')
  isReachable = true
  await dispatch(connect(toHarbor))
  expect(evm.calls).toHaveLength(1)
})

test('connections are forgotten even without the code that ends them', async () => {
  const { endBy, dispatch, storage, stored } = arrive(false)
  storage.write('connections', [{ namespace: 'eip155', ...stored }])
  const ending = dispatch(endBy(undefined, (here) => here.disconnectAll()))
  expect(await ending.catch(code)).toBe('remote.unreachable')
  expect(storage.read('connections')).toBeUndefined()
})

test('connections of another family are kept', async () => {
  const { endBy, dispatch, storage, stored } = arrive(false)
  storage.write('connections', [
    { namespace: 'eip155', ...stored },
    { namespace: 'solana', ...stored },
  ])
  await dispatch(endBy('eip155', (here) => here.disconnectAll('eip155'))).catch(code)
  expect(storage.read('connections')).toEqual([{ namespace: 'solana', ...stored }])
})
