import { type ChainNamespace, ModalError, selectConnection } from '@portico/contracts'
import { textOf } from '../texts/textOf.ts'
import { disconnect } from './disconnect.ts'
import { forgetConnection, forgetRecent } from './rememberConnection.ts'
import type { Thunk } from './situation.ts'

/** Ends the connections of one family or of all. @throws ModalError `connection.disconnectFailed`, with all reasons */
export const disconnectAll =
  (namespace?: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, { adapters, track }) => {
    const all = Object.keys(adapters) as ChainNamespace[]
    const families = all.filter((family) => !namespace || family === namespace)
    const wasConnected = families.some((family) => selectConnection(getState(), family))
    const results = await Promise.allSettled(
      families.map((family) => dispatch(disconnect(family, undefined, !namespace))),
    )
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (!failed.length) {
      if (wasConnected && !namespace) track('DISCONNECT_SUCCESS', { namespace: 'all' })
      return
    }
    const reason = failed
      .map((error: ModalError) => textOf((error.cause as Error)?.message ?? error.message))
      .join(', ')
    const cause = new ModalError('connection.disconnectChainsFailed', { details: { reason }, cause: failed[0] })
    throw new ModalError('connection.disconnectFailed', { cause })
  }

/** Ends one connection and forgets it. @throws ModalError `connection.disconnectFailed` */
export const deleteConnection =
  (namespace: ChainNamespace, connectorId: string): Thunk<void> =>
  async (dispatch, _, { storage }) => {
    try {
      await dispatch(disconnect(namespace, connectorId))
    } finally {
      // The connection is forgotten here, whatever the wallet answers.
      forgetConnection(storage, { namespace, connectorId })
      forgetRecent(storage, { namespace, connectorId })
    }
  }
