import { type CaipNetworkId, type ChainNamespace, ModalError, type Network } from '@portico/contracts'
import type { SessionTypes } from '@walletconnect/types'
import { createOpenQuestions } from '../async/openQuestions.ts'
import { forgetLink } from './linkOut.ts'
import type { PairedSession } from './pairedWallets.ts'
import { currentNetworkId, firstNetworkId } from './sessionAccounts.ts'
import { addressesOfEvent, familyOfEvent, networkOfEvent } from './sessionEvents.ts'
import { createSessionState, isSameAddress, type SessionStateOptions } from './sessionState.ts'
import type { Client } from './universalProvider.ts'

type Session = SessionTypes.Struct

/** An event as the wallet has written it: nothing in it is trusted. */
interface SessionEvent {
  readonly topic: string
  readonly params?: {
    readonly event?: { readonly name?: unknown; readonly data?: unknown }
    readonly chainId?: unknown
  }
}

export interface SessionsOptions extends SessionStateOptions {
  /** Called with only the connections of families that the wallet has added to its session (chains.md §4.7). */
  readonly onAdded?: ((added: PairedSession) => Promise<void>) | undefined
}

/** The current session, as the families' adapters use it. */
export type Sessions = ReturnType<typeof createSessions>

/** The client throws a refusal in its wire format, but sites expect an `Error` with a code (EIP-1193). */
function rethrow(answer: unknown): never {
  if (answer instanceof Error || typeof answer !== 'object' || answer === null) throw answer
  const { message, ...rest } = answer as { message?: unknown }
  throw Object.assign(new Error(typeof message === 'string' ? message : 'The wallet has refused'), rest)
}

/** Returns a function that removes the listeners. */
function listen({ events }: Client, listeners: Readonly<Record<string, (payload: never) => void>>): () => void {
  const all = Object.entries(listeners) as [never, never][]
  for (const [event, listener] of all) events.on(event, listener)
  return () => {
    for (const [event, listener] of all) events.off(event, listener)
  }
}

/** Follows the session through the client's events, and sends requests to the wallet. */
export function createSessions({ provider, networks, preferredNetworkIds, onAdded }: SessionsOptions) {
  const { client } = provider
  const questions = createOpenQuestions()
  let currentTopic = provider.session?.topic
  const { forget: forgetState, choose, ...state } = createSessionState({ provider, networks, preferredNetworkIds })
  const { changes, access, families, connectionsOf, placeOn, setNetwork, tellAccounts } = state
  /** The families that the session has served so far. */
  let served: readonly ChainNamespace[] = []

  function forget(): void {
    forgetState()
    questions.end()
  }

  function onEvent({ topic, params }: SessionEvent): void {
    const { event = {}, chainId } = params ?? {}
    const namespace = familyOfEvent(chainId)
    const allowed = namespace && access(namespace)
    if (topic !== currentTopic || !namespace || !allowed) return
    const { name, data } = event
    if (name === 'chainChanged') {
      const said = networkOfEvent(chainId, data)
      const id = said && currentNetworkId(said, networks())
      // EVM wallets may move to any network; in other families, the network must be known to the page or the session.
      const known = [...allowed.networkIds, ...networks().map(({ caipNetworkId }) => caipNetworkId)]
      if (id && (namespace === 'eip155' || known.includes(id))) setNetwork(namespace, id)
    } else if (name === 'accountsChanged') {
      const isOwn = (one: string) => allowed.accounts.some(({ address }) => isSameAddress(address, one))
      const address = addressesOfEvent(data).find(isOwn)
      if (address) choose(namespace, address)
    }
  }

  /** Records each family's network, so that it no longer follows the page's. */
  function settle(namespaces = families()): void {
    for (const namespace of namespaces) {
      const here = state.networkOf(namespace)
      if (here) placeOn(namespace, here)
    }
    served = families().filter((namespace) => access(namespace))
  }

  function onUpdate({ topic }: { topic: string }): void {
    if (topic !== currentTopic) return
    const before = served
    for (const namespace of before) {
      const allowed = access(namespace)
      if (!allowed) {
        changes.tell({ namespace, change: { type: 'disconnected' } })
        continue
      }
      changes.tell({ namespace, change: { type: 'approved', networkIds: allowed.networkIds } })
      const here = state.placedOn(namespace)
      const next = firstNetworkId(allowed, preferredNetworkIds())
      if (here && next && !allowed.networkIds.includes(here)) setNetwork(namespace, next)
      else tellAccounts(namespace)
    }
    settle(families().filter((namespace) => !before.includes(namespace)))
    const added = connectionsOf(served.filter((namespace) => !before.includes(namespace)))
    if (added) onAdded?.(added).catch((error) => console.error('[portico]', error))
  }

  function onEnd({ topic }: { topic: string }): void {
    if (topic !== currentTopic) return
    drop()
    for (const namespace of families()) changes.tell({ namespace, change: { type: 'disconnected' } })
  }

  /** Removes everything that we keep about a session, and the provider's reference to it. */
  function drop(): void {
    forget()
    currentTopic = undefined
    served = []
    forgetLink()
    Object.assign(provider, { session: undefined, namespaces: undefined, rpcProviders: {} })
  }

  const listeners = { session_event: onEvent, session_update: onUpdate, session_delete: onEnd, session_expire: onEnd }
  const stopListening = listen(client, listeners)

  return {
    ...state,
    drop,

    paired: () => connectionsOf(families()),

    /** Replaces the previous session. */
    begin(session: Session): void {
      forget()
      currentTopic = session.topic
      provider.session = session
    },

    settle: () => settle(),

    /**
     * Switches a family whose wallets cannot be asked to switch, which is possible only if the wallet has agreed to the
     * network.
     * @throws ModalError `chain.unsupported`
     */
    moveTo({ chainNamespace, caipNetworkId }: Network): void {
      if (!state.chainOf(chainNamespace, caipNetworkId)) throw new ModalError('chain.unsupported')
      setNetwork(chainNamespace, caipNetworkId)
    },

    /** The current session's topic. */
    topic: () => provider.session?.topic,

    /**
     * Sends a request to the wallet, on a network that it has agreed to. Rethrows the wallet's errors.
     * @throws ModalError `connection.providerMissing` without a session; an error with the EIP-1193 code 4200 if the
     *   wallet has not agreed to the method, with 4900 if the session ends before it has answered
     */
    async request(
      namespace: ChainNamespace,
      chainId: CaipNetworkId,
      method: string,
      params: unknown,
    ): Promise<unknown> {
      const { session } = provider
      const allowed = access(namespace)
      if (!session || !allowed) throw new ModalError('connection.providerMissing')
      if (!allowed.methods.includes(method)) {
        throw Object.assign(new Error(`The wallet has not agreed to ${method}`), { code: 4200 })
      }
      return questions
        .ask(client.request({ topic: session.topic, chainId, request: { method, params } }))
        .catch(rethrow)
    },

    dispose(): void {
      changes.clear()
      questions.end()
      stopListening()
    },
  }
}
