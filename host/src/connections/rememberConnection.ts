import type { ChainNamespace, Connection } from '@portico/contracts'
import type { Storage } from '../storage.ts'
import { isSameConnector } from './connectionsSlice.ts'
import { recentConnections, type StoredConnection, storeConnections, storedConnections } from './storedConnections.ts'

interface Which {
  readonly namespace: ChainNamespace
  /** If absent, every connection of the family. */
  readonly connectorId?: string | undefined
}

const isOf =
  ({ namespace, connectorId }: Which) =>
  (stored: StoredConnection) =>
    stored.namespace === namespace && (connectorId === undefined || isSameConnector(stored.connectorId, connectorId))

/** How many ended connections of a family are remembered. */
const RECENT_MAX = 5

const entryOf = (
  namespace: ChainNamespace,
  { connectorId, caipNetworkId, accounts, wallet, session }: Connection,
  { isActive = true, withAccounts = false, chosen }: Remembering,
): StoredConnection => ({
  namespace,
  connectorId,
  caipNetworkId,
  ...(!isActive && { isActive }),
  ...(chosen !== undefined && { chosen }),
  ...(withAccounts && { accounts: accounts.map(({ address, type }) => ({ address, ...(type && { type }) })) }),
  ...(withAccounts && wallet && { walletName: wallet.name }),
  ...(session !== undefined && { session }),
})

/** Whether an entry is about exactly this connection: the same wallet, and the same session if both have one. */
export const isEntryOf = (stored: StoredConnection, { connectorId, session }: Connection): boolean =>
  isSameConnector(stored.connectorId, connectorId) &&
  (stored.session === undefined || session === undefined || stored.session === session)

interface Remembering {
  readonly isActive?: boolean
  /** With several wallets per family: whether earlier connections stay beside the active one. */
  readonly keepsOthers?: boolean
  /** Whether the accounts are stored too; otherwise no address is stored. */
  readonly withAccounts?: boolean
  /** The address that the visitor chose. If absent, their earlier choice stays, as long as it is the first account. */
  readonly chosen?: string | undefined
}

/** The address that the visitor has chosen among the accounts of a stored connection. */
export const chosenOf = (storage: Storage, which: Which): string | undefined =>
  storedConnections(storage).find(isOf(which))?.chosen

export function rememberConnection(
  storage: Storage,
  namespace: ChainNamespace,
  connection: Connection,
  remembering: Remembering = {},
): void {
  const { isActive = true, keepsOthers = false } = remembering
  const { connectorId } = connection
  const before = chosenOf(storage, { namespace, connectorId })
  const chosen = remembering.chosen ?? (before === connection.accounts[0].address ? before : undefined)
  const others = storedConnections(storage)
    .filter((stored) => stored.namespace !== namespace || keepsOthers)
    .filter((stored) => !isOf({ namespace, connectorId })(stored))
    .map((stored) => (isActive && stored.namespace === namespace ? { ...stored, isActive: false } : stored))
  storeConnections(storage, [...others, entryOf(namespace, connection, { ...remembering, chosen })])
  forgetRecent(storage, { namespace, connectorId })
}

/** `isRecent`: the connection stays among the recent ones, which the visitor can choose again. */
export function forgetConnection(storage: Storage, which: Which, { isRecent = false } = {}): void {
  const all = storedConnections(storage)
  const ended = all.filter(isOf(which))
  storeConnections(
    storage,
    all.filter((stored) => !ended.includes(stored)),
  )
  if (!isRecent) return
  for (const stored of ended) {
    forgetRecent(storage, stored)
    const recent = recentConnections(storage)
    const others = recent.filter(({ namespace }) => namespace !== stored.namespace)
    const same = recent.filter(({ namespace }) => namespace === stored.namespace)
    storage.write('recentConnections', [{ ...stored, isActive: false }, ...same.slice(0, RECENT_MAX - 1), ...others])
  }
}

export function forgetRecent(storage: Storage, which: Which): void {
  const all = recentConnections(storage)
  const kept = all.filter((stored) => !isOf(which)(stored))
  if (kept.length === all.length) return
  if (kept.length) storage.write('recentConnections', kept)
  else storage.remove('recentConnections')
}
