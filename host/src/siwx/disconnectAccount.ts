import type { Account } from '@portico/contracts'
import { endBy } from '../connections/connectionCode.ts'
import type { Thunk } from '../connections/situation.ts'
import { ask } from './ask.ts'

/**
 * Short, because a wallet need not confirm that it is disconnected; the modal has already dropped the connection's
 * state.
 */
const WALLET_PATIENCE_MS = 3_000

/** Ends the connection of this account only. Never rejects. */
export const disconnectAccount =
  ({ namespace, connectorId }: Account): Thunk<void> =>
  (dispatch) =>
    ask(() => dispatch(endBy(namespace, (code) => code.disconnect(namespace, connectorId))), WALLET_PATIENCE_MS).catch(
      () => {},
    )
