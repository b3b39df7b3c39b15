import type { Description, Hex, Line } from '../description.ts'
import { decodeAbi, shapeOf } from '../evm/abi.ts'
import { addressValue, endOf, line, nativeAmount, rawValue, timeLine, warning } from '../values.ts'
import type { Reading, Signed } from './signed.ts'

/** What Safe's module for ERC-4337 is signed, in all versions that there are. */
interface SafeOperation
  extends Record<
    'verificationGasLimit' | 'callGasLimit' | 'preVerificationGas' | 'maxFeePerGas' | 'validUntil',
    bigint
  > {
  readonly safe: Hex
  /** Of a Safe that is not there yet: who puts it there, and the call. */
  readonly initCode: Hex
  readonly callData: Hex
  /** Whoever pays for it instead of the Safe, and the data for them. */
  readonly paymasterAndData: Hex
}

/** `executeUserOp` and `executeUserOpWithErrorString` of the module, which takes nothing else. */
const EXECUTE: readonly string[] = ['0x7bb37428', '0x541d63c8']
const EXECUTED = shapeOf('(address,uint256,bytes,uint8)')
/** `0x` and four bytes; `0x` and twenty. */
const [SELECTOR_END, ADDRESS_END] = [10, 42]

/** What the Safe will do. Undefined: nobody here can say. */
function carriedOut({ safe, callData }: SafeOperation, { describe }: Signed): Description | undefined {
  if (!EXECUTE.includes(callData.slice(0, SELECTOR_END))) return undefined
  const values = decodeAbi(EXECUTED, `0x${callData.slice(SELECTOR_END)}`) as [Hex, bigint, Hex, bigint] | undefined
  const [to, value, data, operation] = values ?? []
  if (!to || !data || value === undefined || operation === undefined || operation > 1n) return undefined
  return describe({ to, value, data, isDelegate: operation === 1n }, safe, 'safe')
}

function costLines(operation: SafeOperation, { context }: Signed): Line[] {
  const { verificationGasLimit, callGasLimit, preVerificationGas, maxFeePerGas, paymasterAndData } = operation
  if (paymasterAndData.length >= ADDRESS_END) {
    return [line('preview.feePayer', addressValue(context, paymasterAndData.slice(0, ADDRESS_END)))]
  }
  const gas = verificationGasLimit + callGasLimit + preVerificationGas
  return [line('preview.safeFee', nativeAmount(context, gas * maxFeePerGas))]
}

/** An operation of a Safe by ERC-4337: whoever has the signature has it carried out. */
export function safeOperation(signed: Signed): Reading {
  const operation = signed.message as SafeOperation
  const { safe, initCode, callData, validUntil } = operation
  const call = carriedOut(operation, signed)
  const deployment: Description[] =
    initCode.length < ADDRESS_END
      ? []
      : [
          signed.describe({
            to: initCode.slice(0, ADDRESS_END) as Hex,
            value: 0n,
            data: `0x${initCode.slice(ADDRESS_END)}`,
          }),
        ]
  return {
    kind: 'safeCall',
    lines: [
      ...(call
        ? []
        : [warning('preview.safeActs'), line('preview.selector', rawValue(callData.slice(0, SELECTOR_END) as Hex))]),
      line('preview.safe', addressValue(signed.context, safe)),
      ...costLines(operation, signed),
      timeLine('preview.deadline', endOf(validUntil)),
    ],
    parts: [...deployment, ...(call ? [call] : [])],
  }
}

/** What others take for the word of the Safe (ERC-1271): as a rule, of a message there is only its hash. */
export const safeMessage = ({ contract, context }: Signed): Reading => ({
  kind: 'typedData',
  lines: [warning('preview.safeMessage'), line('preview.safe', addressValue(context, contract))],
})
