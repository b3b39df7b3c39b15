import type { ChainNamespace, Connection } from '@portico/contracts'
import { preferredAccountType, withPreferredFirst } from './accountTypes.ts'
import { withAccountFirst } from './connectionsSlice.ts'
import type { PlainThunk } from './situation.ts'

/** Puts the active account of a connection first: the visitor's choice, else an account of the preferred type. */
export const withAccountOfChoice =
  (namespace: ChainNamespace, connection: Connection, chosen?: string): PlainThunk<Connection> =>
  (_, getState, { storage }) =>
    chosen !== undefined && connection.accounts.some(({ address }) => address === chosen)
      ? withAccountFirst(connection, chosen)
      : withPreferredFirst(connection, preferredAccountType(getState(), storage, namespace))
