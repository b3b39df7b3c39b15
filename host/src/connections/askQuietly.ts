import type { ChainNamespace, FamilyState, Network } from '@portico/contracts'
import { askForGrant, type Grant } from './askForGrant.ts'
import { connecting, disconnected } from './connectionsSlice.ts'
import type { Thunk } from './situation.ts'

interface Asking<Result> {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  readonly network: Network
  /** Settles when the wallet can be there. */
  readonly untilThere?: () => Promise<unknown>
  /** Whether the family becomes connected by it; else it is disconnected first. */
  readonly isTaken: (grant: Grant) => boolean
  readonly onAnswer: (grant: Grant) => Result | Promise<Result>
  /** An answer that comes after the time is up, while nothing else has happened to the family. */
  readonly onLate: (grant: Grant) => void
}

/**
 * A family is connecting while its wallet is asked, without any prompt, what it still grants.
 * @returns what `onAnswer` does; undefined where the visitor has been quicker, or the modal has gone
 */
export const askQuietly =
  <Result>(asking: Asking<Result>): Thunk<Result | undefined> =>
  async (dispatch, getState, { adapters, life }) => {
    const { namespace, connectorId, network, untilThere, isTaken, onAnswer, onLate } = asking
    const adapter = adapters[namespace]
    if (!adapter) return undefined
    const family = () => getState().connections.families[namespace]
    dispatch(connecting({ namespace, connectorId }))
    /** The family as it was left without an answer. */
    let left: FamilyState | undefined
    const grant = await askForGrant(adapter, connectorId, network, {
      ...(untilThere && { untilThere }),
      onLate(late) {
        if (!life.aborted && left && left === family()) onLate(late)
      },
    })
    const now = family()
    if (life.aborted || now?.status !== 'connecting' || now.connectorId !== connectorId) return undefined
    if (!isTaken(grant)) {
      dispatch(disconnected({ namespace, connectorId }))
      left = family()
    }
    return onAnswer(grant)
  }
