import { HashText, HexQuantityText } from '@portico/contracts/embeddedWallet/hexText'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { array, boolean, type InferOutput, object, safeParse, string, unknown } from 'valibot'
import { NodeUnreachable } from '../rpc/refuse.ts'

/** The fields that we read of `eth_getUserOperationReceipt` (ERC-7769). */
const Receipt = object({
  /** False: all of its calls failed; the fee was paid. */
  success: boolean(),
  sender: string(),
  /** Of its calls, and of no other operation in the transaction. */
  logs: array(unknown()),
  receipt: object({
    transactionHash: HashText,
    blockHash: HashText,
    blockNumber: HexQuantityText,
    gasUsed: HexQuantityText,
  }),
})
export type OperationReceipt = InferOutput<typeof Receipt>

/** Undefined while there is none. @throws NodeUnreachable for a malformed receipt */
export function readReceipt(answer: Json): OperationReceipt | undefined {
  if (answer === null) return undefined
  const read = safeParse(Receipt, answer)
  if (!read.success) throw new NodeUnreachable()
  return read.output
}
