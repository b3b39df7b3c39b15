import { optional } from 'valibot'
import { Nothing } from '../bounds.ts'
import { ANSWER_BOUNDS, jsonWithin } from '../json.ts'

export const rpcAnswers = {
  /** The result from the node or the wallet, unchanged. `readRpcResult` checks that it fits the method. */
  RPC_REQUEST: optional(jsonWithin(ANSWER_BOUNDS)),
  /** Other clients reject both success and error, and would wait forever. Ours reads them, but does not wait. */
  RPC_ABORT: Nothing,
}
