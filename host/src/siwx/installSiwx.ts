import {
  type Account,
  type CaipNetworkId,
  type ChainNamespace,
  type Connection,
  ModalError,
  type SIWXConfig,
  selectAccount,
  selectActiveNetwork,
  selectNetworks,
  serializeError,
  type ViewName,
} from '@portico/contracts'
import { disconnect, liveConnections } from '../connections/disconnect.ts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import type { HostServices, OneClick } from '../extra.ts'
import { snackShown } from '../feedbackSlice.ts'
import type { HostCommands } from '../router/createCommands.ts'
import { opened, selectCurrentEntry, viewPushed, viewReplaced } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { ShellStore } from '../store.ts'
import { authenticationRequest, sessionOf } from './oneClick.ts'
import { hasSession, isRequired, networkOf } from './signIn.ts'
import { siwxChanged } from './siwxSlice.ts'

/** A plug-in that signs out by itself when the account changes (`siweConfig`). */
interface AccountWatcher {
  accountChanged?(from: Who | undefined, to: Who | undefined): Promise<void>
}

interface Who {
  readonly chainId: CaipNetworkId
  readonly address: string
}

interface Surroundings {
  readonly store: ShellStore
  readonly services: HostServices
  readonly commands: HostCommands
  readonly siwx: SIWXConfig & AccountWatcher
  /** Views that are done with once a visitor is connected. */
  readonly connectingViews: readonly ViewName[]
}

export interface Siwx extends OneClick {
  readonly config: SIWXConfig
  /** The visitor does not want to sign in (views.md §14.2). */
  cancel(): Promise<void>
  /** The visitor has signed in. */
  done(account: Account): void
  uninstall(): void
}

/**
 * Signing in with the wallet (§4, SIWX): each account on each network that becomes the active one needs a session of the
 * site's. Where there is none the visitor is asked; where signing in is required, nobody stays connected without.
 */
export function installSiwx({ store, services, commands, siwx, connectingViews }: Surroundings): Siwx {
  const { track, life } = services
  /** The last network of each account that had a session, to go back to. */
  const lastSignedIn = new Map<string, CaipNetworkId>()
  let checked: string | undefined
  let before: Who | undefined

  const remember = (account: Account) => {
    lastSignedIn.set(`${account.namespace}:${account.address}`, networkOf(account))
    store.dispatch(siwxChanged({ signedIn: [...new Set([...store.getState().siwx.signedIn, account.caipAddress])] }))
  }

  const show = (view: ViewName) => {
    const current = selectCurrentEntry(store.getState()).view
    if (current === view) return
    if (!selectIsShown(store.getState())) store.dispatch(opened({ view }))
    else if (connectingViews.includes(current) || current === 'Connect') store.dispatch(viewReplaced({ view }))
    else store.dispatch(viewPushed({ view }))
  }

  /** The window has done what it was open for. */
  const leave = () => {
    const { view } = selectCurrentEntry(store.getState())
    if (view === 'SIWXSignMessage') {
      if (store.getState().router.stack.length > 1) commands.back()
      else commands.close()
    } else if (connectingViews.includes(view)) commands.close()
  }

  async function check(account: Account): Promise<void> {
    const isCurrent = () => !life.aborted && checked === account.caipAddress
    try {
      const isSignedIn = await hasSession(siwx, account)
      if (!isCurrent()) return
      if (isSignedIn) {
        remember(account)
        leave()
        return
      }
      store.dispatch(
        siwxChanged({
          isRequired: isRequired(siwx),
          signedIn: store.getState().siwx.signedIn.filter((known) => known !== account.caipAddress),
        }),
      )
      show('SIWXSignMessage')
    } catch (error) {
      if (!isCurrent()) return
      await fail(account, error)
    }
  }

  async function fail(account: Account, cause: unknown): Promise<void> {
    const error = new ModalError('siwx.initFailed', { cause })
    console.error('[portico]', error, cause)
    track('SIWX_AUTH_ERROR', { network: networkOf(account), message: error.message })
    await store.dispatch(disconnect(account.namespace)).catch(() => {})
    store.dispatch(opened({ view: 'Connect' }))
    store.dispatch(snackShown({ variant: 'error', text: serializeError(error, error.code).message }))
  }

  /** Connections that have ended lose their sessions; with the last one all are gone. */
  async function signOut(gone: readonly { namespace: ChainNamespace; connection: Connection }[], isLast: boolean) {
    if (siwx.signOutOnDisconnect === false) return
    store.dispatch(siwxChanged({ signedIn: [] }))
    try {
      if (isLast) return await siwx.setSessions([])
      for (const { namespace, connection } of gone) {
        const networks = selectNetworks(store.getState()).filter(({ chainNamespace }) => chainNamespace === namespace)
        for (const { address } of connection.accounts) {
          for (const { caipNetworkId } of networks) await siwx.revokeSession(caipNetworkId, address)
        }
      }
    } catch (error) {
      console.error('[portico]', error)
    }
  }

  const allLive = () =>
    (Object.keys(services.adapters) as ChainNamespace[]).flatMap((namespace) =>
      liveConnections(store.getState(), namespace).map((connection) => ({ namespace, connection })),
    )
  let live = allLive()

  function sync(): void {
    const state = store.getState()
    if (state.connections !== seen) {
      seen = state.connections
      const now = allLive()
      const gone = live.filter(
        (one) =>
          !now.some(
            (other) => other.namespace === one.namespace && other.connection.connectorId === one.connection.connectorId,
          ),
      )
      live = now
      if (gone.length) void signOut(gone, now.length === 0)
    }
    const account = selectAccount(state)
    const isSupported = selectActiveNetwork(state) !== undefined
    const wanted = account && isSupported ? account.caipAddress : undefined
    if (wanted === checked) return
    checked = wanted
    const who = account && wanted ? { chainId: networkOf(account), address: account.address } : undefined
    void siwx.accountChanged?.(before, who).catch((error) => console.error('[portico]', error))
    before = who
    if (account && wanted) void check(account)
  }
  let seen = store.getState().connections
  store.dispatch(siwxChanged({ isOn: true, isRequired: isRequired(siwx) }))
  const unsubscribe = store.subscribe(sync)
  sync()

  return {
    config: siwx,
    request: () => authenticationRequest(siwx, store.getState()),
    accept: (signed) => siwx.setSessions(signed.map(sessionOf)),
    done(account) {
      remember(account)
      track('SIWX_AUTH_SUCCESS', { network: networkOf(account) })
      leave()
    },
    async cancel() {
      track('CLICK_CANCEL_SIWX', {})
      const account = selectAccount(store.getState())
      if (!account) return commands.close()
      if (!isRequired(siwx)) return leave()
      const last = lastSignedIn.get(`${account.namespace}:${account.address}`)
      const here = networkOf(account)
      try {
        if (last && last !== here && (await siwx.getSessions(last, account.address)).length) {
          await store.dispatch(switchNetwork(last))
          return
        }
      } catch {
        // A wallet that does not go back is on a network without a session: then nobody stays connected.
      }
      await store.dispatch(disconnect(account.namespace)).catch(() => {})
      commands.close()
    },
    uninstall() {
      unsubscribe()
    },
  }
}
