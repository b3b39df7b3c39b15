import type { AccountType, ChainNamespace, Connection } from '@portico/contracts'
import { selectOptions } from '../settingsSlice.ts'
import type { Storage } from '../storage.ts'
import type { RootState } from '../store.ts'
import { withAccountFirst } from './connectionsSlice.ts'

/**
 * Which of a family's accounts are wanted first: as was chosen last in this browser, else as the site says
 * (rules.md §3).
 */
export const preferredAccountType = (
  state: RootState,
  storage: Storage,
  namespace: ChainNamespace,
): AccountType | undefined =>
  storage.read('accountTypes')?.[namespace] ?? selectOptions(state).defaultAccountTypes[namespace]

/** The account of the preferred type is the active one, where the wallet says of its accounts what they are for. */
export function withPreferredFirst(connection: Connection, type: AccountType | undefined): Connection {
  const preferred = connection.accounts.find((account) => account.type === type)
  return type && preferred ? withAccountFirst(connection, preferred.address) : connection
}
