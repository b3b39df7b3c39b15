import type { ChainNamespace, Connection } from '@portico/contracts'
import { preferredAccountType, withPreferredFirst } from './accountTypes.ts'
import { withAccountFirst } from './connectionsSlice.ts'
import type { PlainThunk } from './situation.ts'

/** The account that is the active one of a connection: the visitor's choice, else of the type that is preferred. */
export const withAccountOfChoice =
  (namespace: ChainNamespace, connection: Connection, chosen?: string): PlainThunk<Connection> =>
  (_, getState, { storage }) =>
    chosen !== undefined && connection.accounts.some(({ address }) => address === chosen)
      ? withAccountFirst(connection, chosen)
      : withPreferredFirst(connection, preferredAccountType(getState(), storage, namespace))
