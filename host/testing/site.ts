import {
  accountDisconnected,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  type ModalError,
  type Network,
  type SIWXConfig,
  type SIWXMessage,
  type SIWXSession,
  selectAccount,
  type ViewName,
} from '@portico/contracts'
import { connect } from '../src/connections/connect.ts'
import { watchConnections } from '../src/connections/watchConnections.ts'
import { ALL_OFF } from '../src/project/features.ts'
import { featuresResolved } from '../src/project/projectSlice.ts'
import { opened, selectCurrentEntry, selectIsOpen, viewPushed } from '../src/router/routerSlice.ts'
import { createSignIn } from '../src/siwx/createSignIn.ts'
import type { PlugIn } from '../src/siwx/plugIn.ts'
import { createTestStore } from './store.ts'

/** For tests: a site with sign-in, whose plug-in records its calls. */

const keyOf = (chainId: string, address: string) => `${chainId}:${address}`

/** Like a site's plug-in: keeps sessions and accepts every signature except `wrong`. `changes` replaces methods. */
export function fakePlugIn(changes: Partial<PlugIn> = {}) {
  const asked: string[] = []
  const sessions = new Map<string, SIWXSession>()
  let nonce = 0
  const keep = (session: SIWXSession) =>
    void sessions.set(keyOf(session.data.chainId, session.data.accountAddress), session)
  const all: SIWXConfig = {
    async createMessage({ chainId, accountAddress }): Promise<SIWXMessage> {
      const text = `Sign ${accountAddress} on ${chainId}, ${++nonce}`
      const data = { accountAddress, chainId, domain: 'shop.example', uri: 'https://shop.example/', version: '1' }
      return { ...data, nonce: String(nonce), toString: () => text }
    },
    async addSession(session) {
      if (session.signature === 'wrong') throw new Error('The signature is invalid')
      keep(session)
    },
    async revokeSession(chainId, address) {
      sessions.delete(keyOf(chainId, address))
    },
    async setSessions(list) {
      sessions.clear()
      for (const session of list) keep(session)
    },
    async getSessions(chainId, address) {
      const session = sessions.get(keyOf(chainId, address))
      return session ? [session] : []
    },
  }
  const plugIn: Record<string, unknown> = {}
  for (const [name, method] of Object.entries({ ...all, ...changes })) {
    if (typeof method !== 'function') plugIn[name] = method
    else
      plugIn[name] = (...args: unknown[]) => {
        asked.push(name)
        return (method as (...all: unknown[]) => unknown)(...args)
      }
  }
  return {
    plugIn: plugIn as unknown as PlugIn,
    asked,
    /** CAIP-10 ids of all signed-in accounts. */
    signedIn: () => [...sessions.keys()],
    /** Adds a session from an earlier visit. */
    remembers(chainId: CaipNetworkId, address: string) {
      const data = { accountAddress: address, chainId, domain: '', uri: '', version: '1', nonce: '' }
      keep({ data, message: 'earlier', signature: '0x1' })
    },
    forget: () => sessions.clear(),
  }
}

export type FakePlugIn = ReturnType<typeof fakePlugIn>

interface Situation {
  readonly adapters: readonly ChainAdapter[]
  readonly networks: readonly Network[]
  readonly isMulti?: boolean
  /** Given to the modal instead of `siwx`. */
  readonly siweConfig?: object
  /** Why the site's sign-in option is unusable (`readOptions`). */
  readonly signInFault?: ModalError
  /** Whether the visitor arrives only once the sign-in code has loaded. */
  readonly waitsForCode?: boolean
}

/** A page that uses the plug-in. The returned object controls the page's modal and shows what it does. */
export async function siteWith(
  { plugIn }: Pick<FakePlugIn, 'plugIn'>,
  { adapters, networks, isMulti = false, siweConfig, signInFault, waitsForCode = true }: Situation,
) {
  const test = createTestStore({ adapters, networks })
  const { store, commands, services, startListening } = test
  if (isMulti)
    store.dispatch(
      featuresResolved({ features: { ...ALL_OFF, multiWallet: true }, switches: undefined, source: 'fresh' }),
    )
  const arrived: string[] = []
  const unwatch = watchConnections(store, services)
  // As `followAccounts` does.
  startListening({ actionCreator: accountDisconnected, effect: () => commands.close() })
  const siwx = createSignIn({
    store,
    startListening,
    services,
    commands,
    connectingViews: ['ConnectingExternal', 'ConnectingWalletConnect'],
    present: (view) => void store.dispatch(opened({ view })),
    arrive({ caipAddress }) {
      arrived.push(caipAddress)
      commands.close()
    },
    captureKnown: async () => {},
    plugIns: { ...(siweConfig ? { siweConfig } : { siwx: plugIn }), ...(signInFault && { signInFault }) },
  })
  const stop = siwx.start()
  if (waitsForCode) await siwx.ready()
  const view = () => (selectIsOpen(store.getState()) ? selectCurrentEntry(store.getState()).view : 'closed')
  return {
    ...test,
    siwx,
    dispose() {
      stop()
      unwatch()
    },
    arrived,
    view,
    /** Opens these views on top of Connect. */
    at(...views: ViewName[]) {
      const [first = 'Connect', ...rest] = views
      store.dispatch(opened({ view: first }))
      for (const next of rest) store.dispatch(viewPushed({ view: next }))
    },
    connect: (connectorId: string, namespace: ChainNamespace = 'eip155') =>
      store.dispatch(connect({ namespace, connectorId })),
    account: () => selectAccount(store.getState())?.caipAddress,
    events: () => test.told.map(({ event }) => event).filter((event) => event.includes('SIWX')),
    /** Signs the current request, as the view does. */
    async sign() {
      const account = selectAccount(store.getState())
      const current = siwx.current()
      if (!account || !current) throw new Error('nobody is asked to sign')
      await current.signIn(account, current.createMessage(account))
    },
  }
}

/** Waits until all requests that are answered at once have settled. */
export const settled = () => new Promise<void>((done) => setTimeout(done, 0))

export const never = <T>() => new Promise<T>(() => {})
