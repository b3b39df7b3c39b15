import type { ChainNamespace, FamilyState, Network } from '@portico/contracts'
import { askForGrant, type Grant } from './askForGrant.ts'
import { connecting, disconnected } from './connectionsSlice.ts'
import type { Thunk } from './situation.ts'

interface Asking<Result> {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  readonly network: Network
  /** Settles once the wallet can have announced itself. */
  readonly untilThere?: () => Promise<unknown>
  /** Whether this answer connects the family. If it does not, the family is set to disconnected before `onAnswer`. */
  readonly isTaken: (grant: Grant) => boolean
  readonly onAnswer: (grant: Grant) => Result | Promise<Result>
  /** Receives an answer that arrives after the time-out, unless the family has changed since. */
  readonly onLateAnswer: (grant: Grant) => void
}

/**
 * Asks a wallet, without any prompt, what it still grants; meanwhile the family counts as connecting.
 * @returns the result of `onAnswer`; undefined if the visitor acted first or the modal is disposed of
 */
export const askQuietly =
  <Result>(asking: Asking<Result>): Thunk<Result | undefined> =>
  async (dispatch, getState, { adapters, life }) => {
    const { namespace, connectorId, network, untilThere, isTaken, onAnswer, onLateAnswer } = asking
    const adapter = adapters[namespace]
    if (!adapter) return undefined
    const family = () => getState().connections.families[namespace]
    dispatch(connecting({ namespace, connectorId }))
    /** The family's state after the time-out. */
    let left: FamilyState | undefined
    const grant = await askForGrant(adapter, connectorId, network, {
      ...(untilThere && { untilThere }),
      onLateAnswer(late) {
        if (!life.aborted && left && left === family()) onLateAnswer(late)
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
