import { ethereum, fakeAdapter, OTHER_ADDRESS } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { closed, opened } from '../router/routerSlice.ts'
import { openWithArguments } from './openWithArguments.ts'

function page() {
  const { store } = createTestStore({ networks: [ethereum], adapters: [fakeAdapter()] })
  const open = jest.fn(async () => void store.dispatch(opened({ view: 'Connect' })))
  return { store, open, site: { store, open, present: () => {} } as never }
}

test('opening a swap resolves as soon as the view is shown', async () => {
  const { site, open } = page()
  const options = { view: 'Swap', arguments: { amount: '1' } } as const
  expect(await openWithArguments(site, options)).toBeUndefined()
  expect(open).toHaveBeenCalledWith(options)
})

test.each([
  ['WalletSend', { amount: '1', to: OTHER_ADDRESS }],
  ['Pay', { amount: '1', recipient: OTHER_ADDRESS }],
] as const)('a request for %s settles when the window is closed', async (view, wished) => {
  const { site, store, open } = page()
  let isAnswered = false
  const answer = openWithArguments(site, { view, arguments: wished }).finally(() => {
    isAnswered = true
  })
  answer.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([open.mock.calls, isAnswered]).toEqual([[[{ view, arguments: wished }]], false])
  store.dispatch(closed({ view: 'Connect' }))
  await expect(answer).rejects.toMatchObject({ code: 'connection.modalClosed' })
})
