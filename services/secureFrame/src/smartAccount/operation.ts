import type { Hex } from '@portico/contracts/preview'

/** A user operation of ERC-4337 without its signature, as a bundler is sent it; quantities in hexadecimal. No paymaster. */
export type Operation = {
  readonly sender: Hex
  readonly nonce: Hex
  readonly factory?: Hex
  readonly factoryData?: Hex
  readonly callData: Hex
  readonly callGasLimit: Hex
  readonly verificationGasLimit: Hex
  readonly preVerificationGas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
}

/** One of the calls that are made together. `value` in wei. */
export interface SmartCall {
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
}

/** A user operation as it will be signed: what is shown to the visitor and what is sent are one object. */
export interface PreparedOperation {
  readonly chainId: number
  readonly owner: string
  readonly operation: Operation
  /** In wei, at most. */
  readonly feeMax: bigint
  /** The account is put on the chain with it. */
  readonly isDeployment: boolean
}
