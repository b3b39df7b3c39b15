import type { AccountType, ChainNamespace, Connection } from '@portico/contracts'
import { selectOptions } from '../settingsSlice.ts'
import type { Storage } from '../storage.ts'
import type { RootState } from '../store.ts'
import { withAccountFirst } from './connectionsSlice.ts'
import type { PlainThunk } from './situation.ts'

/** A family's preferred account type: the last choice in this browser, or else the site's setting (rules.md §3). */
export const preferredAccountType = (
  state: RootState,
  storage: Storage,
  namespace: ChainNamespace,
): AccountType | undefined =>
  storage.read('accountTypes')?.[namespace] ?? selectOptions(state).defaultAccountTypes[namespace]

/** Makes the account of the preferred type the active one, if the connection has such an account. */
export function withPreferredFirst(connection: Connection, type: AccountType | undefined): Connection {
  const preferred = connection.accounts.find((account) => account.type === type)
  return type && preferred ? withAccountFirst(connection, preferred.address) : connection
}

/** Makes one of a connection's accounts the active one: the visitor's choice, or else one of the preferred type. */
export const withAccountOfChoice =
  (namespace: ChainNamespace, connection: Connection, chosen?: string): PlainThunk<Connection> =>
  (_, getState, { storage }) =>
    chosen !== undefined && connection.accounts.some(({ address }) => address === chosen)
      ? withAccountFirst(connection, chosen)
      : withPreferredFirst(connection, preferredAccountType(getState(), storage, namespace))
