import {
  type Account,
  ModalError,
  type SIWXConfig,
  selectAccount,
  selectActiveNetwork,
  serializeError,
} from '@portico/contracts'
import type { OneClick } from '../connections/oneClick.ts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import { snackShown } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import { type Answers, controllerWithin, createAnswers } from './answers.ts'
import { disconnectAccount } from './disconnectAccount.ts'
import { createOneClick } from './oneClick.ts'
import {
  createMessage,
  createQueue,
  hasSession,
  isRequired,
  messageLifetime,
  networkOf,
  optional,
  type PlugIn,
  type PreparedMessage,
  sessionInterval,
  type Who,
  whoOf,
} from './plugIn.ts'
import { createSignInView, type Frame } from './signInView.ts'
import { createSignOut } from './signOut.ts'
import { siwxChanged } from './siwxSlice.ts'
import { watchSession } from './watchSession.ts'

export interface Surroundings extends Frame {
  readonly services: HostServices
  /** The account that has connected last (CAIP-10), until its visitor has been asked to sign in. */
  readonly arrival: { account?: string | undefined }
}

export interface Siwx extends OneClick, Answers {
  readonly config: SIWXConfig
  /** Called for each new connection, so that the account is checked even if it was already active. */
  connected(account: Account): void
  /** The age from which a message is created again before it is signed; undefined if there is no limit. */
  readonly messageLifetimeMs: number | undefined
  /** @throws whatever the site's plug-in throws */
  createMessage(account: Account): Promise<PreparedMessage>
  uninstall(): void
}

/**
 * Signs visitors in with their wallet (rules.md §4, SIWX): each account needs a session at the site on each network
 * that becomes active. Without a session, the visitor is asked to sign in; if that is required, no one stays connected
 * without a session.
 */
export function installSiwx(siwx: PlugIn, { store, services, arrival, ...frame }: Surroundings): Siwx {
  const { track } = services
  const view = createSignInView({ store, ...frame })
  const queue = createQueue()
  const life = new AbortController()
  /** For each account, its last network with a session, and its address there, so that a visitor can return to it. */
  const lastSignedIn = new Map<string, Who>()
  // The embedded wallet may have another address on a network without smart accounts; going back restores the address
  // that signed.
  const nameOf = ({ namespace, address, connectorId }: Account) =>
    `${namespace}:${connectorId === AUTH_ID ? AUTH_ID : address}`

  /** Aborts when the account changes, so that later answers are ignored. */
  let turn = controllerWithin(life.signal)
  let watched: AbortController | undefined
  let active: Account | undefined
  let before: Who | undefined

  function signedIn(account: Account): void {
    lastSignedIn.set(nameOf(account), whoOf(account))
    store.dispatch(siwxChanged({ unsigned: undefined, captured: undefined }))
    leave(account)
    watch(account)
  }

  function leave(account: Account): void {
    const isArrival = arrival.account === account.caipAddress
    arrival.account = undefined
    view.leave(account, isArrival)
  }

  function askFor(account: Account): void {
    store.dispatch(siwxChanged({ isRequired: isRequired(siwx), unsigned: account.caipAddress }))
    view.show()
  }

  function watch(account: Account): void {
    const intervalMs = sessionInterval(siwx)
    if (!intervalMs) return
    watched?.abort()
    watched = controllerWithin(turn.signal)
    const isThere = () => hasSession(siwx, whoOf(account))
    watchSession({ intervalMs, isThere, onGone: () => askFor(account), signal: watched.signal })
  }

  async function check(account: Account, signal: AbortSignal): Promise<void> {
    try {
      // A connection, its network and their notifications come in quick succession. Only the last of these is checked.
      await queue.idle()
      if (signal.aborted) return
      const isSignedIn = await hasSession(siwx, whoOf(account))
      if (signal.aborted) return
      if (isSignedIn) return signedIn(account)
      await frame.captureKnown()
      if (!signal.aborted) askFor(account)
    } catch (cause) {
      if (!signal.aborted) await fail(account, cause)
    }
  }

  async function fail(account: Account, cause: unknown): Promise<void> {
    const error = new ModalError('siwx.initFailed', { cause })
    console.error('[portico]', error, cause)
    track('SIWX_AUTH_ERROR', { network: networkOf(account), message: error.message })
    await store.dispatch(disconnectAccount(account))
    if (life.signal.aborted) return
    frame.present('Connect')
    store.dispatch(snackShown({ variant: 'error', text: serializeError(error, error.code).message }))
  }

  function begin(account: Account | undefined): void {
    turn.abort()
    turn = controllerWithin(life.signal)
    const { signal } = turn
    active = account
    if (store.getState().siwx.unsigned) store.dispatch(siwxChanged({ unsigned: undefined }))
    if (!account) {
      view.withdraw()
      return
    }
    const [from, to] = [before, whoOf(account)]
    before = to
    const isOther = from && (from.address !== to.address || from.chainId !== to.chainId)
    if (isOther && optional(siwx, 'accountChanged')) {
      queue.run(() => siwx.accountChanged?.(from, to)).catch((error) => console.error('[portico]', error))
    }
    void check(account, signal)
  }

  const signOutEnded = createSignOut({ siwx, queue, store })
  function sync(): void {
    const state = store.getState()
    signOutEnded()
    const account = selectActiveNetwork(state) && selectAccount(state)
    if (account?.caipAddress !== active?.caipAddress) begin(account)
    // The account is the same, but in another wallet, or with more details.
    else if (account) active = account
  }

  /** Checks whether another tab, or a window of the wallet, has signed in the account that is being asked. */
  async function lookAgain(): Promise<void> {
    const { signal } = turn
    const account = active
    if (!account || !view.isShown()) return
    const isSignedIn = await hasSession(siwx, whoOf(account)).catch(() => false)
    if (isSignedIn && !signal.aborted && view.isShown()) signedIn(account)
  }
  for (const event of ['focus', 'storage']) addEventListener(event, () => void lookAgain(), { signal: life.signal })

  store.dispatch(siwxChanged({ isOn: true, isRequired: isRequired(siwx) }))
  const unsubscribe = store.subscribe(sync)
  sync()

  return {
    config: siwx,
    messageLifetimeMs: messageLifetime(siwx),
    ...createOneClick({ siwx, queue, store, track }),
    connected(account) {
      if (account.caipAddress === active?.caipAddress) begin(active)
    },
    createMessage: (account) => createMessage(siwx, whoOf(account)),
    ...createAnswers(siwx, {
      services,
      store,
      queue,
      view,
      close: () => frame.commands.close(),
      situation: () => ({ account: active, signal: turn.signal }),
      lastSignedIn: (account) => lastSignedIn.get(nameOf(account)),
      signedIn,
      leave,
    }),
    uninstall() {
      life.abort()
      unsubscribe()
    },
  }
}
