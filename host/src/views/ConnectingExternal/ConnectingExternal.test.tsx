/** @jest-environment jsdom */
import {
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  lantern,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { accountsOf, walletsIn } from '../../../testing/wallets.ts'
import { connect } from '../../connections/connect.ts'
import { disconnect } from '../../connections/disconnect.ts'
import { switchConnection } from '../../connections/switchConnection.ts'
import { watchConnections } from '../../connections/watchConnections.ts'
import { opened } from '../../router/routerSlice.ts'
import { useChooseConnectors } from '../useChooseWallet.ts'
import { ConnectingExternal } from './ConnectingExternal.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const toHarbor = { namespace: 'eip155', connectorId: harbor.id } as const

/** A visitor who has clicked Harbor and sees the waiting view. `failure` is the wallet's answer. */
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

test('while the wallet waits for an answer, the visitor is told to answer in the wallet', async () => {
  const view = await waitForHarbor()
  expect(view.names('[role=status]')).toEqual(['Continue in HarborAccept the connection request in your wallet'])
  expect(view.names('button')).toEqual([])
})

test.each([
  ['rejected', 'Connection rejected', 'Nothing was shared with this page.'],
  ['pending', 'A request is already waiting in your wallet', 'Respond to the request in your wallet.'],
  ['failed', 'Failed to connect', ''],
  ['gone', 'Provider not found.', 'Nothing was shared with this page.'],
] as const)('a wallet that answers "%s": %s', async (failure, title, detail) => {
  const view = await waitForHarbor(failure)
  await view.answer()
  expect(view.names('[role=alert]')).toEqual([title + detail])
  expect(view.button('Try again')).toBeDefined()
})

test('trying again asks the same wallet once more, and the view looks as it did the first time', async () => {
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

test('a second refusal is shown like the first one', async () => {
  const view = await waitForHarbor('rejected')
  await view.answer()
  view.adapter.fail('connect', 'failed')
  await view.press('Try again')
  expect(view.names('[role=alert]')[0]).toContain('Failed to connect')
})

test('trying again after going back connects nothing', async () => {
  const view = await waitForHarbor('rejected')
  await view.answer()
  view.life.abort()
  await view.press('Try again')
  expect(view.family()?.status).toBe('disconnected')
})

test("another wallet's refusal is not shown as Harbor's", async () => {
  const adapter = fakeAdapter({ connectors: [harbor, lantern] })
  const test = createTestStore({ adapters: [adapter], networks: [ethereum] })
  adapter.fail('connect', 'rejected')
  await test.store.dispatch(connect({ ...toHarbor, connectorId: lantern.id })).catch(() => {})
  const view = await render(
    inShell(test, <ConnectingExternal params={toHarbor} signal={new AbortController().signal} />),
  )
  expect(view.names('[role=alert]')).toEqual([])
})

test('a wallet that has disappeared from the browser is still named, by its id', async () => {
  const view = await waitForHarbor()
  await act(async () => view.adapter.announce([]))
  expect(view.text()).toContain('Continue in io.harbor')
})

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })
const signal = () => new AbortController().signal

describe('another wallet is chosen while this one waits for an answer', () => {
  /** Lantern is connected, and Harbor has been clicked. */
  async function asking() {
    const parts = severalWallets()
    await parts.dispatch(connect({ ...toHarbor, connectorId: lantern.id }))
    const answer = parts.evm.hold('connect')
    const connecting = parts.dispatch(connect(toHarbor)).catch(() => {})
    const view = await render(inShell(parts, <ConnectingExternal params={toHarbor} signal={signal()} />))
    expect(view.names('button')).toEqual([])
    const answerAtLast = () =>
      act(async () => {
        answer()
        await connecting
      })
    return { ...parts, ...view, answer: answerAtLast }
  }

  test.each([
    ['a connected wallet', lantern.id],
    ['a wallet that refuses', 'io.Ferry'],
  ])('%s: then waiting ends, and the visitor can ask again', async (_, connectorId) => {
    const { dispatch, evm, names, answer, press, live } = await asking()
    if (connectorId !== lantern.id) evm.fail('connect', 'rejected')
    await act(async () => void (await dispatch(switchConnection({ ...toHarbor, connectorId })).catch(() => {})))
    expect(names('[role=alert]')).toEqual([])
    expect([names('[role=status]'), names('button')]).toEqual([['Continue in Harbor'], ['Try again']])
    await answer()
    expect([live(), names('button')]).toEqual([[lantern.id], ['Try again']])
    await press('Try again')
    expect(live()).toEqual([harbor.id, lantern.id])
  })

  test('if everything is disconnected, the visitor can ask again', async () => {
    const { dispatch, names } = await asking()
    await act(async () => void (await dispatch(disconnect('eip155'))))
    expect(names('button')).toEqual(['Try again'])
  })
})

function Harbor() {
  const choose = useChooseConnectors()
  return (
    <button type="button" onClick={() => choose([harbor])}>
      Harbor
    </button>
  )
}

describe('in multi-wallet mode, a wallet that is already connected', () => {
  async function pressed({ isMulti = true, connectorIds = [harbor.id] as readonly string[] } = {}) {
    const parts = severalWallets({ isMulti })
    watchConnections(parts.store, parts.services)
    for (const connectorId of connectorIds) await parts.dispatch(connect({ ...toHarbor, connectorId }))
    parts.dispatch(opened({ view: 'Connect' }))
    const list = await render(inShell(parts, <Harbor />))
    const before = parts.asked().length
    await list.press('Harbor')
    const view = await render(inShell(parts, <ConnectingExternal params={toHarbor} signal={signal()} />))
    const [first, second] = accountsOf(harbor.id)
    return {
      ...parts,
      ...view,
      first,
      second,
      newlyAsked: () => parts.asked().slice(before),
      says: (...change: Parameters<typeof parts.evm.say>) => act(async () => parts.evm.say(...change)),
      top: () => parts.state().router.stack.at(-1)?.view,
      snack: () => parts.state().feedback.snack?.key,
    }
  }

  test('is not asked again, and the visitor is told how to use another account', async () => {
    const { top, newlyAsked, names, events } = await pressed().then((parts) => ({
      ...parts,
      events: parts.told.filter(({ event }) => event === 'CONNECT_SUCCESS'),
    }))
    expect(top()).toBe('ConnectingExternal')
    expect(names('[role=status]')).toEqual([
      'This account is already linked, change your account in Harbor' + 'Choose another account in Harbor.',
    ])
    expect([newlyAsked(), names('button'), events.length]).toEqual([[], [], 1])
  })

  test('is not asked again either while another wallet is active', async () => {
    const { newlyAsked, names } = await pressed({ connectorIds: [harbor.id, lantern.id] })
    expect(names('[role=status]')[0]).toContain('This account is already linked')
    expect(newlyAsked()).toEqual([])
  })

  test('opens the list of wallets when it reports a new account, which is shown as added', async () => {
    const { says, first, second, top, snack } = await pressed()
    await says(harbor.id, { type: 'accounts', accounts: [{ address: 'third' }, first, second] })
    expect([top(), snack()]).toEqual(['ProfileWallets', 'host.profile.added'])
  })

  test('opens the list without this message when it reports fewer or reordered accounts', async () => {
    const { says, second, top, snack } = await pressed()
    await says(harbor.id, { type: 'accounts', accounts: [second] })
    expect([top(), snack()]).toEqual(['ProfileWallets', undefined])
  })

  test('does nothing when it reports another network', async () => {
    const { says, top } = await pressed()
    await says(harbor.id, { type: 'network', caipNetworkId: polygon.caipNetworkId })
    expect(top()).toBe('ConnectingExternal')
  })

  test('opens the list when it disconnects, if another wallet remains', async () => {
    const { says, top, snack } = await pressed({ connectorIds: [lantern.id, harbor.id] })
    await says(harbor.id, { type: 'disconnected' })
    expect([top(), snack()]).toEqual(['ProfileWallets', 'host.profile.deleted'])
  })

  test('is asked again in single-wallet mode', async () => {
    const { newlyAsked, text } = await pressed({ isMulti: false })
    expect(newlyAsked()).toEqual([`connect ${harbor.id}`])
    expect(text()).toContain('Continue in Harbor')
  })
})
