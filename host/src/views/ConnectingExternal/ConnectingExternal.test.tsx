/** @jest-environment jsdom */
import { ethereum, fakeAdapter, fillBrowserGaps, harbor, lantern, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { connect } from '../../connections/connect.ts'
import { inShell } from '../../testShell.tsx'
import { createTestStore } from '../../testStore.ts'
import { ConnectingExternal } from './ConnectingExternal.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const toHarbor = { namespace: 'eip155', connectorId: harbor.id } as const

/** A visitor who has pressed Harbor and looks at the view that waits. `failure`: what the wallet answers. */
async function waitForHarbor(failure?: 'rejected' | 'pending' | 'failed' | 'gone') {
  const adapter = fakeAdapter({ connectors: [harbor, lantern] })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum] })
  const life = new AbortController()
  const answer = adapter.hold('connect')
  if (failure) adapter.fail('connect', failure)
  const connecting = test.store.dispatch(connect(toHarbor, { signal: life.signal })).catch(() => {})
  const view = await render(inShell(test, <ConnectingExternal params={toHarbor} signal={life.signal} />))
  return {
    ...view,
    ...test,
    adapter,
    life,
    family: () => test.store.getState().connections.families.eip155,
    answer: () =>
      act(async () => {
        answer()
        await connecting
      }),
  }
}

test('while the wallet thinks, the visitor is told to answer there', async () => {
  const view = await waitForHarbor()
  expect(view.names('[role=status]')).toEqual(['Continue in HarborAccept the connection request in the wallet'])
  expect(view.names('button')).toEqual([])
})

test.each([
  ['rejected', 'Connection rejected', 'Nothing was shared with this page.'],
  [
    'pending',
    'A request is already waiting in your wallet',
    'Open the wallet and answer the request that is waiting there.',
  ],
  ['failed', 'Failed to connect', ''],
  ['gone', 'Provider not found.', 'Nothing was shared with this page.'],
] as const)('a wallet that answers "%s": %s', async (failure, title, detail) => {
  const view = await waitForHarbor(failure)
  await view.answer()
  expect(view.names('[role=alert]')).toEqual([title + detail])
  expect(view.button('Try again')).toBeDefined()
})

test('trying again asks the same wallet once more, and looks as it did at first', async () => {
  const view = await waitForHarbor('rejected')
  await view.answer()
  const answerAgain = view.adapter.hold('connect')
  await view.press('Try again')
  expect(view.names('[role=alert]')).toEqual([])
  expect(view.text()).toContain('Continue in Harbor')
  await act(async () => answerAgain())
  expect(view.adapter.calls.map(({ args }) => args)).toEqual([[harbor.id], [harbor.id]])
  expect(view.family()?.status).toBe('connected')
})

test('a second refusal is told like the first', async () => {
  const view = await waitForHarbor('rejected')
  await view.answer()
  view.adapter.fail('connect', 'failed')
  await view.press('Try again')
  expect(view.names('[role=alert]')[0]).toContain('Failed to connect')
})

test('trying again after the visitor has gone back connects nobody', async () => {
  const view = await waitForHarbor('rejected')
  await view.answer()
  view.life.abort()
  await view.press('Try again')
  expect(view.family()?.status).toBe('disconnected')
})

test('what another wallet has refused is not told as if Harbor had', async () => {
  const adapter = fakeAdapter({ connectors: [harbor, lantern] })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum] })
  adapter.fail('connect', 'rejected')
  await test.store.dispatch(connect({ ...toHarbor, connectorId: lantern.id })).catch(() => {})
  const view = await render(
    inShell(test, <ConnectingExternal params={toHarbor} signal={new AbortController().signal} />),
  )
  expect(view.names('[role=alert]')).toEqual([])
})

test('a wallet that has gone from the browser is still named, by its id', async () => {
  const view = await waitForHarbor()
  await act(async () => view.adapter.announce([]))
  expect(view.text()).toContain('Continue in io.harbor')
})
