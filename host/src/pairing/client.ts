import { addErrors, type ChainNamespace, isCaipNetworkId, ModalError } from '@portico/contracts'
import { pairingErrors } from '@portico/contracts/pairingErrors'
import type { SessionTypes } from '@walletconnect/types'
import { translating } from '../chains/walletErrors.ts'
import { createAccountMemory } from './accountMemory.ts'
import { type Agreement, createAttempts } from './attempts.ts'
import { createBip122Family } from './bip122Family.ts'
import { createEip155Family } from './eip155Family.ts'
import { endSession } from './endSession.ts'
import { forgetLink } from './linkOut.ts'
import { offerFor, readOverride } from './namespaces.ts'
import { isAlive, keptSessions, openClient } from './openClient.ts'
import type { PairedFamily, PairedSession, Pairing, PrepareOptions } from './pairedWallets.ts'
import { propose, signedOf } from './propose.ts'
import { throughRelay } from './relayErrors.ts'
import { readAccess } from './sessionAccounts.ts'
import { createSessions } from './sessions.ts'
import { PAIRING_LIMITS, type PairingSetup } from './setup.ts'
import { followSite } from './siteProposals.ts'
import { createSolanaFamily } from './solanaFamily.ts'
import { stopClient } from './tameClient.ts'
import type { Provider } from './universalProvider.ts'

type Session = SessionTypes.Struct

/** `Pairing`, once its code has loaded. */
export type PairingClient = Omit<Pairing, 'load' | 'client'> & {
  readonly provider: Provider
  /** Whether another tab or modal has paired since this client read the storage. */
  isBehind(): Promise<boolean>
}

const isProvider = (value: unknown): value is Provider =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Provider>).client === 'object'

/** Starts one modal's client. @throws ModalError `pairing.unavailable` if the client does not start */
export async function createClient(setup: PairingSetup): Promise<PairingClient> {
  addErrors(pairingErrors)
  const { networks, activeNetworkId, limits = PAIRING_LIMITS } = setup
  const serves = (session: Session) => {
    const known = new Set(networks().map(({ caipNetworkId }) => caipNetworkId))
    const families = new Set(networks().map(({ chainNamespace }) => chainNamespace))
    return [...families].some((family) =>
      readAccess(session, family, networks())?.networkIds.some((id) => known.has(id)),
    )
  }
  const isOwn = !isProvider(setup.provider)
  const provider: Provider = isProvider(setup.provider)
    ? setup.provider
    : await openClient(setup, (kept) => kept.findLast((session) => isAlive(session) && serves(session))).catch(
        (cause) => {
          throw new ModalError('pairing.unavailable', { cause })
        },
      )
  const { client } = provider
  const override = readOverride(setup.override)
  const preferredNetworkIds = () => [override.defaultChain, activeNetworkId()].filter(isCaipNetworkId)
  const sessions = createSessions({ provider, networks, preferredNetworkIds, onAdded: setup.onAdded })
  const end = (session: Session) => endSession(provider, session, limits.farewellMs)

  const memory = createAccountMemory(client.core.storage)

  async function endAll(topic?: string): Promise<void> {
    const { session } = provider
    if (!session || (topic ?? session.topic) !== session.topic) return
    await end(session)
    await memory.clear()
    sessions.drop()
  }

  /** Ends all other sessions. They may include late answers to an earlier page. */
  function endOthers({ topic }: Session, previous: Session | undefined): void {
    const others = isOwn ? client.session.getAll() : previous ? [previous] : []
    for (const other of others) if (other.topic !== topic) void end(other)
  }

  const families = {
    eip155: createEip155Family({ sessions, networks, switchWaitMs: limits.switchWaitMs }),
    solana: createSolanaFamily({ sessions, networks, end: () => endAll() }),
    bip122: createBip122Family({ sessions, memory }),
  }

  const site = setup.isManual ? followSite(provider, limits) : undefined

  /** Rejects a session that serves no network of the page. A session that is accepted ends the previous one. */
  async function accept({ session, cacaos }: Agreement): Promise<PairedSession> {
    const previous = provider.session
    if (!serves(session)) {
      if (!site) void end(session)
      throw new ModalError('connection.chainsUnsupported')
    }
    sessions.begin(session)
    if (!site) await adopt(provider, session)
    sessions.settle()
    const paired = sessions.paired()
    if (!paired) throw new ModalError('connection.chainsUnsupported')
    endOthers(session, previous)
    void families.bip122.describeAccounts()
    return cacaos ? { ...paired, signed: signedOf(client, cacaos) } : paired
  }

  const attempts = createAttempts({
    limits,
    accept,
    refuse: ({ session }) => void (site ?? end(session)),
    propose(options: PrepareOptions) {
      if (site) return site.propose()
      const offer = offerFor(networks(), override)
      provider.optionalNamespaces = offer
      const context = { offer, networks: networks(), activeNetworkId: activeNetworkId() }
      return throughRelay(client.core, propose(client, options, context), limits.relayWaitMs)
    },
  })

  function family(namespace: ChainNamespace): PairedFamily {
    const own = namespace in families ? families[namespace as keyof typeof families] : undefined
    const missing = () => new ModalError('connection.providerMissing')
    return {
      watchConnection(_connectorId, onChange, signal) {
        sessions.changes.add((event) => event.namespace === namespace && onChange(event.change), signal)
      },
      async signMessage(_connectorId, address, message) {
        if (!own) throw missing()
        return translating(() => own.signMessage(address, message))
      },
      async switchNetwork(connectorId, network) {
        if (!own) throw missing()
        await own.switchNetwork(connectorId, network)
      },
      getProvider: () => own?.provider,
    }
  }

  return {
    provider,
    prepare: attempts.prepare,
    // A site with its own provider knows by itself whether it still waits.
    cancel: site ? () => {} : attempts.cancel,
    family,
    async isBehind() {
      if (!isOwn || provider.session) return false
      const known = client.session.keys
      return (await keptSessions(client.core.storage)).some(({ topic }) => !known.includes(topic))
    },
    async restore() {
      sessions.settle()
      if (!provider.session) forgetLink()
      await families.bip122.recallAccounts()
      return sessions.paired()
    },
    end: endAll,
    dispose() {
      attempts.cancel()
      site?.stop()
      sessions.dispose()
      if (isOwn) void stopClient(client)
    },
  }
}

/** Does what the client's own `connect` does with sessions. We accept them ourselves, so as to refuse late answers. */
async function adopt(provider: Provider, { namespaces }: Session): Promise<void> {
  const inside = provider as unknown as {
    persist(key: string, value: unknown): Promise<void>
    onConnect(): void
  }
  const chainsOf = (accounts: readonly string[]) => [
    ...new Set(accounts.map((account) => account.split(':', 2).join(':'))),
  ]
  provider.namespaces = Object.fromEntries(
    Object.entries(namespaces).map(([key, part]) => [
      key,
      { ...provider.optionalNamespaces?.[key], ...part, chains: part.chains ?? chainsOf(part.accounts) },
    ]),
  )
  await inside.persist('namespaces', provider.namespaces)
  await inside.persist('optionalNamespaces', provider.optionalNamespaces)
  inside.onConnect()
}
