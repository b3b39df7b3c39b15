import { connectionWith, ethereum, fakeAdapter, harbor, OTHER_ADDRESS } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { createActing } from './client.ts'

const HASH = `0x${'1'.repeat(64)}`

/** A page whose wallet answers only when the test says so. */
function page() {
  let answer: { resolve: (hash: string) => void; reject: (error: Error) => void } | undefined
  const request = jest.fn(({ method }: { method: string }) =>
    method === 'eth_chainId'
      ? Promise.resolve('0x1')
      : new Promise<string>((resolve, reject) => {
          answer = { resolve, reject }
        }),
  )
  const adapter = { ...fakeAdapter(), getProvider: () => ({ request }) }
  const { store, reducers, services, life } = createTestStore({ networks: [ethereum], adapters: [adapter as never] })
  const connection = connectionWith(harbor, ethereum)
  store.dispatch(connected({ namespace: 'eip155', connection }))
  const acting = createActing({ store, reducers, services, swapRouters: () => [] })
  const { address } = connection.accounts[0]
  const transfer = { namespace: 'eip155', caipNetworkId: ethereum.caipNetworkId, to: OTHER_ADDRESS, value: 7n } as const
  const moment = () => new Promise((resolve) => setTimeout(resolve, 0))
  const requests = () => request.mock.calls.filter(([{ method }]) => method === 'eth_sendTransaction').length
  return { acting, life, moment, requests, answer: () => answer, transfer: { ...transfer, from: address } }
}

test('while a request from an account is pending, the wallet gets no second one from that account', async () => {
  const { acting, life, moment, requests, answer, transfer } = page()
  const first = acting.send(transfer)
  await moment()
  const upper = { ...transfer, from: `0x${transfer.from.slice(2).toUpperCase()}` }
  await expect(acting.send(upper)).rejects.toMatchObject({ code: 'connection.pending' })
  expect(requests()).toBe(1)
  answer()?.resolve(HASH)
  expect(await first).toMatchObject({ hash: HASH })
  life.abort()
})

test('once the wallet has answered, even with a refusal, it gets the next request', async () => {
  const { acting, life, moment, requests, answer, transfer } = page()
  const first = acting.send(transfer)
  await moment()
  answer()?.reject(Object.assign(new Error('no'), { code: 4001 }))
  await expect(first).rejects.toMatchObject({ code: 'connection.requestRejected' })
  const second = acting.send(transfer)
  await moment()
  answer()?.resolve(HASH)
  expect([(await second).hash, requests()]).toEqual([HASH, 2])
  life.abort()
})
