import type { Account } from '@portico/contracts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import type { HostServices } from '../hostServices.ts'
import type { ShellStore } from '../store.ts'
import { disconnectAccount } from './disconnectAccount.ts'
import { hasSession, isRequired, networkOf, type PlugIn, type PreparedMessage, type Queue, type Who } from './plugIn.ts'
import { signIn } from './signIn.ts'
import type { createSignInView } from './signInView.ts'

/** What the visitor can do when asked to sign in. */
export interface Answers {
  /**
   * Resolves when the visitor has signed in and the view is left. The message may still be loading.
   * @throws ModalError `connection.requestRejected`, `siwx.signFailed`; `connection.modalClosed` when the account or
   *   its network has changed meanwhile, or when the visitor has canceled, which needs no error message
   */
  signIn(account: Account, message: PreparedMessage | Promise<PreparedMessage>): Promise<void>
  /**
   * Whether the pending sign-in succeeds; undefined if none is pending. While one is pending, no further nonce may be
   * requested, because the site expects the pending sign-in's.
   */
  signingIn(): Promise<boolean> | undefined
  /** Called when the visitor declines to sign in (views.md §14.2). */
  cancel(): Promise<void>
  /** Ends the connection without a session, even while the wallet is busy. */
  disconnect(): Promise<void>
}

interface AnswersSetup {
  readonly services: HostServices
  readonly store: ShellStore
  readonly queue: Queue
  readonly view: ReturnType<typeof createSignInView>
  /** Closes the window. */
  close(): void
  /** The active account, and a signal that aborts when it changes. */
  situation(): { readonly account: Account | undefined; readonly signal: AbortSignal }
  /** The account and network of the last session. */
  lastSignedIn(account: Account): Who | undefined
  signedIn(account: Account): void
  /** Leaves the view without a session. */
  leave(account: Account): void
}

/** A controller for an attempt that the visitor may cancel; it also aborts when `signal` does. */
export function controllerWithin(signal: AbortSignal): AbortController {
  const attempt = new AbortController()
  signal.addEventListener('abort', () => attempt.abort(), { signal: attempt.signal })
  if (signal.aborted) attempt.abort()
  return attempt
}

/** Carries out what the visitor decides when asked to sign in. */
export function createAnswers(siwx: PlugIn, setup: AnswersSetup): Answers {
  const { services, store, queue, view, close, situation, lastSignedIn, signedIn, leave } = setup
  const { track } = services
  let attempt: AbortController | undefined
  let going: Promise<boolean> | undefined

  async function attemptAt(account: Account, message: PreparedMessage | Promise<PreparedMessage>): Promise<void> {
    attempt?.abort()
    const { account: active, signal } = situation()
    attempt = controllerWithin(signal)
    if (account.caipAddress !== active?.caipAddress) attempt.abort()
    const end = account.connectorId === AUTH_ID ? view.letApprove() : undefined
    try {
      await store.dispatch(signIn(siwx, account, message, { signal: attempt.signal, queue }))
    } finally {
      end?.()
    }
    track('SIWX_AUTH_SUCCESS', { network: networkOf(account) })
    signedIn(account)
  }

  return {
    signIn(account, message) {
      const work = attemptAt(account, message)
      const ended = work.then(
        () => true,
        () => false,
      )
      going = ended
      void ended.then(() => {
        if (going === ended) going = undefined
      })
      return work
    },
    signingIn: () => going,
    async cancel() {
      attempt?.abort()
      const { account, signal } = situation()
      if (!account) return close()
      track('CLICK_CANCEL_SIWX', { network: networkOf(account) })
      if (!isRequired(siwx)) return leave(account)
      const last = lastSignedIn(account)
      try {
        if (last && last.chainId !== networkOf(account) && (await hasSession(siwx, last))) {
          if (!signal.aborted) await store.dispatch(switchNetwork(last.chainId))
          return
        }
      } catch {
        // The wallet has not switched back. It is then on a network without a session, and is therefore disconnected.
      }
      if (!signal.aborted) await store.dispatch(disconnectAccount(account))
    },
    async disconnect() {
      attempt?.abort()
      const { account } = situation()
      if (account) await store.dispatch(disconnectAccount(account))
    },
  }
}
