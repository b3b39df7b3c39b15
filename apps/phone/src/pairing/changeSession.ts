import type { SessionTypes } from '@walletconnect/types'
import { accountId, accountIndexes } from '../families/families.ts'
import { NAMESPACES, type Namespace, namespaceOf, referenceOf } from '../networks.ts'
import type { Network } from '../settings.ts'
import type { Choice } from '../state.ts'
import { approvedNamespaces, readRequested } from './approvedNamespaces.ts'
import type { Kit } from './startKit.ts'

/** A family's sessions; none if the phone has no keys for the family. */
const sessionsOf = (kit: Kit, namespace: Namespace | undefined) =>
  Object.values(kit.getActiveSessions()).filter((session) => namespace && namespace in session.namespaces)

const networksOf = ({ chains, accounts }: SessionTypes.Namespace) =>
  chains ?? [...new Set(accounts.map((id) => id.split(':').slice(0, 2).join(':')))]

/** A session's account numbers on a network. */
export function sessionAccounts({ namespaces }: SessionTypes.Struct, networkId: string): number[] {
  const accounts = namespaces[namespaceOf(networkId) ?? '']?.accounts ?? []
  return accountIndexes(
    networkId,
    accounts.filter((id) => id.startsWith(`${networkId}:`)),
  )
}

async function update(kit: Kit, session: SessionTypes.Struct, namespace: Namespace, change: SessionTypes.Namespace) {
  await kit.updateSession({ topic: session.topic, namespaces: { ...session.namespaces, [namespace]: change } })
}

/** Adds a network to every session of its family that lacks it (CAIP-25 `session_update`). */
export async function addSessionNetwork(kit: Kit, networkId: string): Promise<void> {
  const namespace = namespaceOf(networkId)
  if (!namespace) return
  for (const session of sessionsOf(kit, namespace)) {
    const before = session.namespaces[namespace]
    if (!before || networksOf(before).includes(networkId)) continue
    const [first = networkId] = networksOf(before)
    await update(kit, session, namespace, {
      ...before,
      chains: [...networksOf(before), networkId],
      accounts: [...before.accounts, ...sessionAccounts(session, first).map((index) => accountId(networkId, index))],
    })
  }
}

/** Adds chosen families that a site requested and its session lacks. */
export async function addSessionFamilies(kit: Kit, choice: Choice, known: readonly Network[]): Promise<void> {
  for (const { topic, namespaces, ...proposal } of Object.values(kit.getActiveSessions())) {
    const added = { ...approvedNamespaces(readRequested(proposal), choice, known), ...namespaces }
    if (Object.keys(added).length === Object.keys(namespaces).length) continue
    await kit.updateSession({ topic, namespaces: added })
  }
}

async function emit(kit: Kit, session: SessionTypes.Struct, chainId: string, name: string, data: unknown) {
  const isHeard = session.namespaces[namespaceOf(chainId) ?? '']?.events.includes(name)
  if (isHeard) await kit.emitSessionEvent({ topic: session.topic, chainId, event: { name, data } })
}

/** Tells every session of the family which network is active, and adds the network where it is missing. */
export async function announceNetwork(kit: Kit, networkId: string): Promise<void> {
  const namespace = namespaceOf(networkId)
  await addSessionNetwork(kit, networkId)
  const reference = referenceOf(networkId)
  for (const session of sessionsOf(kit, namespace)) {
    // EIP-1193 wallets emit a number here.
    await emit(kit, session, networkId, 'chainChanged', namespace === 'eip155' ? Number(reference) : reference)
  }
}

/** Puts an account first in every session, replacing the first one if the session lacks it, and notifies the sites. */
export async function announceAccount(
  kit: Kit,
  index: number,
  activeNetworks: Readonly<Partial<Record<Namespace, string>>>,
): Promise<void> {
  for (const namespace of NAMESPACES) {
    for (const session of sessionsOf(kit, namespace)) {
      const before = session.namespaces[namespace]
      if (!before) continue
      const networks = networksOf(before)
      const accounts = networks.flatMap((id) => {
        const indexes = sessionAccounts(session, id)
        const others = indexes.includes(index) ? indexes.filter((other) => other !== index) : indexes.slice(1)
        return [index, ...others].map((other) => accountId(id, other))
      })
      await update(kit, session, namespace, { ...before, chains: networks, accounts })
      const active = activeNetworks[namespace]
      const network = active && networks.includes(active) ? active : networks[0]
      if (!network) continue
      const address = accountId(network, index).slice(network.length + 1)
      await emit(kit, session, network, 'accountsChanged', [address])
    }
  }
}

/** Emits an event to every session that has this network. */
export async function emitEvent(kit: Kit, networkId: string, name: string, data: unknown): Promise<void> {
  for (const session of sessionsOf(kit, namespaceOf(networkId))) await emit(kit, session, networkId, name, data)
}
