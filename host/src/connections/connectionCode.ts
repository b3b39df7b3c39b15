import {
  accountDisconnected,
  type ChainNamespace,
  type Connection,
  ModalError,
  selectConnection,
} from '@portico/contracts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { connect as connectWallet } from './connect.ts'
import { disconnected } from './connectionsSlice.ts'
import type { PlainThunk, Thunk } from './situation.ts'
import { storeConnections, storedConnections } from './storedConnections.ts'

type Code = typeof import('./connectionChunk.ts')

let here: Code | undefined

/** Loads the code that connects and disconnects, once the list of wallets is shown. @throws ModalError `remote.*` */
export const connectionCode = async (): Promise<Code> => {
  here ??= await loadPinned(() => import(/* webpackChunkName: "account" */ './connectionChunk.ts'))
  return here
}

/** Awaits nothing once the code is loaded: a wallet can open its window only while the click is being handled. */
export const connect =
  (...[which, how = {}]: Parameters<typeof connectWallet>): Thunk<Connection> =>
  async (dispatch) => {
    if (here) return dispatch(here.connect(which, how))
    const code = await connectionCode()
    // The visitor may have gone back meanwhile.
    if (how.signal?.aborted) throw new ModalError('connection.modalClosed')
    return dispatch(code.connect(which, how))
  }

/** Removes connections from state and storage, which needs none of the code. No wallet is notified. */
const drop =
  (namespace: ChainNamespace | undefined): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    const stays = (family: string) => namespace !== undefined && family !== namespace
    const stored = storedConnections(storage).filter((entry) => stays(entry.namespace))
    storeConnections(storage, stored)
    for (const family of Object.keys(getState().connections.families) as ChainNamespace[]) {
      if (stays(family)) continue
      const wasConnected = selectConnection(getState(), family)
      dispatch(disconnected({ namespace: family }))
      if (wasConnected) dispatch(accountDisconnected({ namespace: family }))
    }
  }

/**
 * Ends connections through `end`. If the code cannot be loaded, the connections of the family, or of all families, are
 * forgotten nevertheless.
 * @throws ModalError `remote.*`, or what `end` throws
 */
export const endBy =
  (namespace: ChainNamespace | undefined, end: (code: Code) => Thunk<void>): Thunk<void> =>
  async (dispatch) => {
    const code = await connectionCode().catch((error) => {
      dispatch(drop(namespace))
      throw error
    })
    await dispatch(end(code))
  }
