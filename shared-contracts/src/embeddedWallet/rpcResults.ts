import { type GenericSchema, type InferOutput, maxLength, pipe, regex, safeParse, string } from 'valibot'
import { SIGNATURE_MAX } from './bounds.ts'
import { HashText } from './hexText.ts'
import { solanaResults } from './solanaRpc.ts'
import { walletResults } from './walletCalls.ts'

/** rules.md §5: `0x` and at least 62 hexadecimal digits. The signature of a contract account may be much longer. */
const HexSignature = pipe(
  string(),
  maxLength(SIGNATURE_MAX, 'is too long'),
  regex(/^0x[\da-f]{62,}$/i, 'must be 0x and at least 62 hexadecimal digits'),
)

/** The form of RPC_REQUEST_SUCCESS payloads, for methods whose results are more specific than any JSON. */
export const rpcResults = {
  personal_sign: HexSignature,
  eth_signTypedData_v4: HexSignature,
  eth_sendTransaction: HashText,
  eth_sendRawTransaction: HashText,
  eth_sendUserOperation: HashText,
  ...solanaResults,
  ...walletResults,
} satisfies Record<string, GenericSchema<unknown, unknown>>

export type KnownResult = { readonly [Method in keyof typeof rpcResults]: InferOutput<(typeof rpcResults)[Method]> }

/**
 * Reads a method's result from the payload of its answer. Undefined when the frame's answer is malformed, so that the
 * request has failed. The results of other methods come from a node, and may be any JSON.
 */
export function readRpcResult<Method extends keyof KnownResult>(
  method: Method,
  payload: unknown,
): KnownResult[Method] | undefined {
  const { success, output } = safeParse(rpcResults[method], payload, { abortEarly: true, abortPipeEarly: true })
  return success ? (output as KnownResult[Method]) : undefined
}
