import type { Description, Hex, Line } from '../description.ts'
import { decodeAbi, shapeOf } from '../evm/abi.ts'
import { addressValue, endOf, line, nativeAmount, rawValue, timeLine, warning } from '../values.ts'
import type { Reading, Signed } from './signed.ts'

/** What a Safe's owner signs for Safe's ERC-4337 module, in all its versions. */
interface SafeOperation
  extends Record<
    'verificationGasLimit' | 'callGasLimit' | 'preVerificationGas' | 'maxFeePerGas' | 'validUntil',
    bigint
  > {
  readonly safe: Hex
  /** For a Safe that is not deployed yet: the factory, and the call to it. */
  readonly initCode: Hex
  readonly callData: Hex
  /** The paymaster that pays instead of the Safe, and the data for it. */
  readonly paymasterAndData: Hex
}

/** The module's `executeUserOp` and `executeUserOpWithErrorString`, the only calls that it accepts. */
const EXECUTE: readonly string[] = ['0x7bb37428', '0x541d63c8']
const EXECUTED = shapeOf('(address,uint256,bytes,uint8)')
/** Lengths as text: of a selector (`0x` and 4 bytes) and of an address (`0x` and 20 bytes). */
const [SELECTOR_END, ADDRESS_END] = [10, 42]

/** The call that the Safe will execute. Undefined when unknown. */
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

/** Describes an ERC-4337 operation of a Safe. Whoever has the signature can have it executed. */
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

/** Describes a message that others accept as signed by the Safe (ERC-1271). Usually only its hash is known. */
export const safeMessage = ({ contract, context }: Signed): Reading => ({
  kind: 'typedData',
  lines: [warning('preview.safeMessage'), line('preview.safe', addressValue(context, contract))],
})
