import { optional } from 'valibot'
import { Nothing } from '../bounds.ts'
import { ANSWER_BOUNDS, jsonWithin } from '../json.ts'

export const rpcAnswers = {
  /** The result as the node or the wallet gave it; `readRpcResult` holds it against its method. */
  RPC_REQUEST: optional(jsonWithin(ANSWER_BOUNDS)),
  /** Other clients refuse both answers, and waiting for one would never end. Ours reads them, and waits for none. */
  RPC_ABORT: Nothing,
}
