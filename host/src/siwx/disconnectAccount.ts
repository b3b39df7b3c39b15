import type { Account } from '@portico/contracts'
import { endBy } from '../connections/connectionCode.ts'
import type { Thunk } from '../connections/situation.ts'
import { ask } from './ask.ts'

/** A wallet need not confirm its disconnection; the modal has dropped its state long before. */
const WALLET_PATIENCE_MS = 3_000

/** Ends only the connection of this account. Never rejects. */
export const disconnectAccount =
  ({ namespace, connectorId }: Account): Thunk<void> =>
  (dispatch) =>
    ask(() => dispatch(endBy(namespace, (code) => code.disconnect(namespace, connectorId))), WALLET_PATIENCE_MS).catch(
      () => {},
    )
