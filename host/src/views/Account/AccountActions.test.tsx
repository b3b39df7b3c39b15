/** @jest-environment jsdom */
import type { CaipNetworkId, ChainNamespace, Network, RemoteId } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { fakeActing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { releaseFailed, remoteAnnounced, remoteUnavailable, remoteWithdrawn } from '../../kernel/remotesSlice.ts'
import type { PorticoOptions } from '../../options/types.ts'
import { ALL_OFF } from '../../project/features.ts'
import { featuresResolved } from '../../project/projectSlice.ts'
import { createCommands } from '../../router/createCommands.ts'
import { opened } from '../../router/routerSlice.ts'
import { AccountActions, inSitesOrder } from './AccountActions.tsx'

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const half = (id: RemoteId, namespaces?: readonly ChainNamespace[], order?: number): StaticHalf => ({
  messages: { [`${id}.action`]: `Do ${id}` },
  views: { WalletReceive: { title: `${id}.title` } },
  slots: {
    'account.actions': [
      {
        label: `${id}.action`,
        icon: 'receive',
        view: 'WalletReceive',
        testId: id,
        order,
        ...(namespaces && { namespaces }),
      },
    ],
  },
})

interface Given {
  readonly on?: readonly RemoteId[]
  readonly features?: PorticoOptions['features']
  readonly namespaces?: readonly ChainNamespace[]
  readonly orders?: Readonly<Record<RemoteId, number>>
}

async function show(
  { on = [], features = {}, namespaces, orders = {} }: Given = {},
  namespace: ChainNamespace = 'eip155',
) {
  const test = createTestStore({ options: { features } })
  test.store.dispatch(opened({ view: 'Account' }))
  for (const id of on) {
    test.store.dispatch(remoteAnnounced({ id, version: '1.0.0', half: half(id, namespaces, orders[id]) }))
  }
  const prepare = jest.fn()
  const retryReleases = jest.fn(async () => {})
  const view = await render(
    inShell(test, <AccountActions namespace={namespace} />, { shell: { prepare, retryReleases } }),
  )
  return { ...view, ...test, prepare, retryReleases }
}

test('features are in the order of their own numbers, whichever loads first; without a number, they come last', async () => {
  const view = await show({
    on: ['send', 'safety', 'receive', 'onramp'],
    orders: { send: 40, receive: 30, onramp: 10 },
  })
  expect(view.names('button')).toEqual(['Do onramp', 'Do receive', 'Do send', 'Do safety'])
  expect(view.names('nav')).toEqual(['Actions'])
})

test("the site's order takes precedence, and features that the site omits follow", async () => {
  const view = await show({ on: ['pay', 'receive', 'send'], features: { walletFeaturesOrder: ['send', 'receive'] } })
  expect(view.names('button')).toEqual(['Do send', 'Do receive', 'Do pay'])
})

test('sorting does not modify the given list', () => {
  const given = [{ remoteId: 'send' as const }, { remoteId: 'swaps' as const }]
  expect(inSitesOrder(given, ['swaps', 'send'])).toEqual([{ remoteId: 'swaps' }, { remoteId: 'send' }])
  expect(given[0]?.remoteId).toBe('send')
})

test('a feature of another family is not offered', async () => {
  expect((await show({ on: ['receive'], namespaces: ['solana'] })).names('button')).toEqual([])
  expect((await show({ on: ['receive'], namespaces: ['solana'] }, 'solana')).names('button')).toEqual(['Do receive'])
})

describe('on Solana, a feature that needs a swap router', () => {
  const CLUSTER = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const router = { address: `JUP${'6'.repeat(40)}`, name: 'Jupiter', kind: 'jupiterV6' as const }
  const swaps: StaticHalf = half('swaps', ['eip155', 'solana'])
  const [entry] = swaps.slots['account.actions'] ?? []
  const routed = { ...swaps, slots: { 'account.actions': [{ ...entry, routed: ['solana'] }] } }

  async function showOn(namespace: ChainNamespace, routers: readonly object[], listed: readonly string[]) {
    const asked: string[] = []
    const acting = fakeActing({
      swapRouters: () => routers as never,
      async askService({ path }) {
        asked.push(path)
        return { http: [], ws: [], swap: listed }
      },
    })
    const caipNetworkId: CaipNetworkId = namespace === 'solana' ? CLUSTER : 'eip155:1'
    const network: Network = {
      id: caipNetworkId.split(':')[1] ?? '',
      name: 'Main',
      chainNamespace: namespace,
      caipNetworkId,
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
      rpcUrls: [],
      walletRpcUrls: [],
      testnet: false,
    }
    const test = createTestStore({ networks: [network] })
    test.store.dispatch(opened({ view: 'Account' }))
    test.store.dispatch(remoteAnnounced({ id: 'swaps', version: '1.0.0', half: routed }))
    const commands = createCommands(
      test.store,
      () => ({ view: 'Account' }),
      () => true,
      undefined,
      { acting: async () => acting, emailCapture: () => Promise.reject(new Error('nobody asks')) },
    )
    const view = await render(inShell({ ...test, commands }, <AccountActions namespace={namespace} />))
    await act(async () => {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    })
    return [view.names('button'), asked.length]
  }
  const listing = { ...router, networks: [CLUSTER] }

  test('is offered if the index lists the router and the services know the cluster', async () => {
    expect(await showOn('solana', [listing], [CLUSTER])).toEqual([['Do swaps'], 1])
  })

  test('is not offered if the router is not listed or the cluster is not known', async () => {
    expect(await showOn('solana', [listing], [])).toEqual([[], 1])
    expect(await showOn('solana', [], [CLUSTER])).toEqual([[], 0])
  })

  test('is always offered on EVM, without a request', async () => {
    expect(await showOn('eip155', [], [])).toEqual([['Do swaps'], 0])
  })
})

test('without features there are no buttons', async () => {
  expect((await show()).container.innerHTML).toBe('')
})

test('a feature appears and disappears with the operator’s switch', async () => {
  const { store, names } = await show({ on: ['receive'] })
  await act(async () => void store.dispatch(remoteWithdrawn('receive')))
  expect(names('button')).toEqual([])
})

test('pointing at a feature prefetches it, and clicking opens it', async () => {
  const { button, press, prepare, store } = await show({ on: ['receive'] })
  await act(async () => void button('Do receive').dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
  expect(prepare).toHaveBeenCalledWith('WalletReceive')
  await press('Do receive')
  expect(store.getState().router.stack.at(-1)?.view).toBe('WalletReceive')
})

test('if a feature that is on cannot be loaded, the reason is shown in its place, beside the other features', async () => {
  const { store, names, text } = await show({ on: ['receive'] })
  const error = { code: 'remote.contract', message: 'This feature needs another version of the wallet window' } as const
  await act(async () => void store.dispatch(remoteUnavailable({ id: 'swaps', name: 'Swap', error })))
  expect(names('button')).toEqual(['Do receive'])
  expect(text()).toContain('Swap: This feature needs another version of the wallet window')
})

test('if several features are missing for the same reason, one message is shown', async () => {
  const { store, names, container } = await show({ on: ['receive'] })
  const error = { code: 'remote.restricted', message: 'Not available in your time zone' } as const
  await act(async () => {
    store.dispatch(remoteUnavailable({ id: 'onramp', name: 'Buy crypto', error }))
    store.dispatch(remoteUnavailable({ id: 'swaps', name: 'Swap', error }))
  })
  expect(names('[data-unavailable]')).toEqual(['Buy crypto, Swap: Not available in your time zone'])
  expect(container.querySelector('[data-unavailable~="swaps"]')).not.toBeNull()
})

test('while the features load, each has a placeholder that cannot be clicked', async () => {
  const { store, container, names } = await show()
  const features = { ...ALL_OFF, receive: true, send: true, swaps: ['1inch'] }
  await act(async () => void store.dispatch(featuresResolved({ features, switches: {}, source: 'fresh' })))
  expect(container.querySelectorAll('[aria-hidden] > .AccountActions-coming')).toHaveLength(3)
  expect(names('button')).toEqual([])
  await act(async () => void store.dispatch(releaseFailed(null)))
  expect(container.innerHTML).toBe('')
})

test('without a release index, the reason for the missing features is shown, and a click retries', async () => {
  const { store, press, names, retryReleases } = await show()
  const failure = { code: 'release.expired', message: 'The list of releases has expired. Check your clock.' } as const
  await act(async () => void store.dispatch(releaseFailed(failure)))
  expect(names('[role=alert]')[0]).toContain('Couldn’t load featuresThe list of releases has expired.')
  await press('Try again')
  expect(retryReleases).toHaveBeenCalledTimes(1)
})
