import type { ChainAdapter, Connection, EmbeddedWalletState, Network } from '@portico/contracts'
import { act, type ReactNode } from 'react'
import { connected } from '../src/connections/connectionsSlice.ts'
import { embeddedWalletSlice, signedIn } from '../src/embeddedWallet/embeddedWalletSlice.ts'
import { AUTH_ID, type EmbeddedClient } from '../src/embeddedWallet/types.ts'
import { opened } from '../src/router/routerSlice.ts'
import type { ShellContextValue } from '../src/shellContext.ts'
import { inShell } from './shell.tsx'
import { createTestStore } from './store.ts'

type StoreOptions = NonNullable<Parameters<typeof createTestStore>[0]>

interface Given<Adapter extends ChainAdapter> {
  readonly adapter: Adapter
  readonly networks: readonly Network[]
  readonly accounts: Connection['accounts']
  readonly connectorId?: string
  readonly caipNetworkId?: Connection['caipNetworkId']
  readonly user?: Partial<EmbeddedWalletState>
  readonly setAccountType?: EmbeddedClient['setAccountType']
  readonly options?: StoreOptions['options']
  readonly shell?: Partial<ShellContextValue>
}

/** A visitor who has signed in to the embedded wallet by email and sees the account, on Ethereum by default. */
export function testEmbedded<Adapter extends ChainAdapter>({
  adapter,
  networks,
  accounts,
  connectorId = AUTH_ID,
  caipNetworkId = 'eip155:1',
  user = { provider: 'email', email: 'ada@mail.example', smartAccountNetworks: [1] },
  setAccountType = async () => {},
  options = {},
  shell = {},
}: Given<Adapter>) {
  const test = createTestStore({ adapters: [adapter], networks, options })
  const { store, services, reducers } = test
  Object.assign(services, {
    sdkVersion: 'html-ethers-1.7.19',
    embeddedWallet: { isOn: () => true, watch() {}, openPopup() {}, client: async () => ({ setAccountType }) },
  })
  reducers.add('embeddedWallet', embeddedWalletSlice.reducer)
  store.dispatch(signedIn(user))
  store.dispatch(connected({ namespace: 'eip155', connection: { connectorId, accounts, caipNetworkId } }))
  store.dispatch(opened({ view: 'Account' }))
  const stack = () => store.getState().router.stack.map(({ view }) => view)
  return {
    ...test,
    adapter,
    stack,
    /** The visible view. */
    view: () => stack().at(-1),
    snack: () => store.getState().feedback.snack?.text,
    /** Renders an element inside the modal. */
    async show<Rendered extends { readonly container: HTMLElement }>(
      render: (element: ReactNode) => Promise<Rendered>,
      element: ReactNode,
    ) {
      const rendered = await render(inShell(test, element, { shell }))
      const find = (testId: string) => rendered.container.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
      return { ...rendered, find, pressId: (testId: string) => act(async () => find(testId)?.click()) }
    },
  }
}
