import { optional } from 'valibot'
import { Nothing } from '../bounds.ts'
import { ANSWER_BOUNDS, jsonWithin } from '../json.ts'

export const rpcAnswers = {
  /** The raw result of the node or the wallet; `readRpcResult` checks it against its method. */
  RPC_REQUEST: optional(jsonWithin(ANSWER_BOUNDS)),
  /** Other clients reject both answers and would wait forever. Ours reads them, but does not wait. */
  RPC_ABORT: Nothing,
}
