import { concatHex, encodeAbiParameters, type Hex, keccak256, numberToHex } from 'viem'
import { ENTRY_POINT } from './contracts.ts'
import type { Operation } from './operation.ts'
import { initCodeOf } from './safeOperation.ts'

const WORDS = ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'] as const
const both = (high: Hex, low: Hex): Hex =>
  concatHex([numberToHex(BigInt(high), { size: 16 }), numberToHex(BigInt(low), { size: 16 })])

/** The id of a user operation, `getUserOpHash` of the EntryPoint 0.7, computed here and not taken from a bundler. */
export function operationHash(chainId: number, operation: Operation): Hex {
  const packed = encodeAbiParameters(
    WORDS.map((type) => ({ type })),
    [
      operation.sender,
      BigInt(operation.nonce),
      keccak256(initCodeOf(operation)),
      keccak256(operation.callData),
      both(operation.verificationGasLimit, operation.callGasLimit),
      BigInt(operation.preVerificationGas),
      both(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      keccak256('0x'),
    ],
  )
  return keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }],
      [keccak256(packed), ENTRY_POINT, BigInt(chainId)],
    ),
  )
}
