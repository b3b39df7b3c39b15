import { concatHex, type Hex, hashTypedData, numberToHex } from 'viem'
import { ENTRY_POINT, SAFE } from './contracts.ts'
import type { Operation } from './operation.ts'

/** The typed data (EIP-712) that the module has the owner sign for a user operation, rather than a raw hash. */
const types = {
  SafeOp: [
    { type: 'address', name: 'safe' },
    { type: 'uint256', name: 'nonce' },
    { type: 'bytes', name: 'initCode' },
    { type: 'bytes', name: 'callData' },
    { type: 'uint128', name: 'verificationGasLimit' },
    { type: 'uint128', name: 'callGasLimit' },
    { type: 'uint256', name: 'preVerificationGas' },
    { type: 'uint128', name: 'maxPriorityFeePerGas' },
    { type: 'uint128', name: 'maxFeePerGas' },
    { type: 'bytes', name: 'paymasterAndData' },
    { type: 'uint48', name: 'validAfter' },
    { type: 'uint48', name: 'validUntil' },
    { type: 'address', name: 'entryPoint' },
  ],
} as const

/** Valid from now on and without end; the nonce allows the operation only once. */
const ANY_TIME = { validAfter: 0, validUntil: 0 } as const

export const initCodeOf = ({ factory, factoryData }: Pick<Operation, 'factory' | 'factoryData'>): Hex =>
  factory && factoryData ? concatHex([factory, factoryData]) : '0x'

/** The digest that the owner signs for a user operation without a paymaster: the account pays. */
export const operationDigest = (chainId: number, operation: Operation): Hex =>
  hashTypedData({
    domain: { chainId, verifyingContract: SAFE.module },
    types,
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender,
      nonce: BigInt(operation.nonce),
      initCode: initCodeOf(operation),
      callData: operation.callData,
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      callGasLimit: BigInt(operation.callGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      paymasterAndData: '0x',
      ...ANY_TIME,
      entryPoint: ENTRY_POINT,
    },
  })

const TIMES = numberToHex(0, { size: 12 })

/** The module's signature format: valid from, valid until, the owner's signature. */
export const withTimes = (signature: Hex): Hex => concatHex([TIMES, signature])

/** A signature of the right length, so that a bundler can estimate with it. */
export const STUB_SIGNATURE: Hex = withTimes(`0x${'ec'.repeat(64)}1c`)

/** The digest that the owner signs for a message, for ERC-1271. @param hash of the message or the typed data */
export const messageDigest = (safe: Hex, chainId: number, hash: Hex): Hex =>
  hashTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  })
