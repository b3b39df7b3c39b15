import type { Account } from '@portico/contracts'
import { endBy } from '../connections/connectionCode.ts'
import type { Thunk } from '../connections/situation.ts'
import { ask } from './ask.ts'

/** A wallet that is told to go need not answer; what the modal keeps of it is gone long before. */
const WALLET_PATIENCE_MS = 3_000

/** Ends the connection of an account, and no other. Never rejects. */
export const disconnectAccount =
  ({ namespace, connectorId }: Account): Thunk<void> =>
  (dispatch) =>
    ask(() => dispatch(endBy(namespace, (code) => code.disconnect(namespace, connectorId))), WALLET_PATIENCE_MS).catch(
      () => {},
    )
