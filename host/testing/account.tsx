import type { ActingCommands, ChainAdapter, Connection, Network, RemoteId } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { act, type ReactNode } from 'react'
import { createActing } from '../src/acting/client.ts'
import { connected } from '../src/connections/connectionsSlice.ts'
import { remoteAnnounced } from '../src/kernel/remotesSlice.ts'
import type { PorticoOptions } from '../src/options/types.ts'
import { createCommands } from '../src/router/createCommands.ts'
import { opened } from '../src/router/routerSlice.ts'
import type { ViewSource } from '../src/router/viewSource.ts'
import type { ShellContextValue } from '../src/shellContext.ts'
import { Account } from '../src/views/Account/Account.tsx'
import { inShell } from './shell.tsx'
import { createTestStore } from './store.ts'

/** A balance in the format of services.md §7.5: twelve and a half dollars. */
export const dollars = (over: object = {}) => ({
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: 'eip155:1:0xdollar',
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: '',
  ...over,
})
/** One and a half of the network's coin, the same amount as in the fake adapter. */
export const ether = (over: object = {}) =>
  dollars({
    name: 'Ether',
    symbol: 'ETH',
    address: undefined,
    price: 2000,
    quantity: { decimals: '18', numeric: '1.5' },
    ...over,
  })

const TURNS = 50

interface Given<Adapter extends ChainAdapter, View> {
  readonly adapter: Adapter
  readonly connection: Connection
  readonly networks: readonly Network[]
  readonly render: (element: ReactNode) => Promise<View>
  /** The service's answer: a body, a status, or a promise of either. */
  readonly answer?: () => unknown
  readonly options?: Partial<PorticoOptions>
  readonly on?: Readonly<Record<RemoteId, StaticHalf>>
  readonly remotes?: ViewSource
  readonly shell?: Partial<ShellContextValue>
  /** Replaces the real code that loads holdings. */
  readonly acting?: () => Promise<ActingCommands>
}

/** A connected account, with the real holdings code and a service controlled by the test. */
export async function showAccount<Adapter extends ChainAdapter, View extends { readonly container: Element }>({
  adapter,
  connection,
  networks,
  render,
  answer = () => ({ balances: [ether(), dollars()] }),
  options = {},
  on = {},
  remotes,
  shell,
  acting,
}: Given<Adapter, View>) {
  const test = createTestStore({ adapters: [adapter], networks, options })
  Object.assign(test.services, { sdkVersion: 'html-ethers-1.7.19' })
  test.store.dispatch(connected({ namespace: 'eip155', connection }))
  test.store.dispatch(opened({ view: 'Account' }))
  for (const [id, half] of Object.entries(on)) {
    test.store.dispatch(remoteAnnounced({ id, version: '1.0.0', half }))
  }
  const service = { answer }
  const asked: string[] = []
  globalThis.fetch = (async (url: URL) => {
    const { pathname } = new URL(url)
    if (!pathname.endsWith('/balance')) throw new TypeError('Failed to fetch')
    asked.push(pathname)
    const body = await service.answer()
    const status = typeof body === 'number' ? body : 200
    return { ok: status === 200, status, text: async () => JSON.stringify(body) }
  }) as never
  const { store, reducers, services } = test
  let coming: Promise<ActingCommands> | undefined
  const real = () => {
    coming ??= Promise.resolve(createActing({ store, reducers, services, swapRouters: () => undefined }))
    return coming
  }
  const commands = createCommands(
    test.store,
    () => ({ view: 'Account' }),
    () => true,
    undefined,
    {
      acting: acting ?? real,
      emailCapture: () => Promise.reject(new Error('nobody asks')),
    },
  )
  const modal = inShell({ ...test, commands }, <Account />, { ...(remotes && { remotes }), ...(shell && { shell }) })
  const draw = () => render(modal)
  const view = await draw()
  const settle = () =>
    act(async () => {
      // As many turns as an answer needs to reach the window.
      for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
    })
  await settle()
  return {
    ...view,
    ...test,
    commands,
    adapter,
    asked,
    service,
    settle,
    /** Closes the window and opens it again. */
    draw,
  }
}
