import type { Hex } from '@portico/contracts/preview'

/** A user operation (ERC-4337) for a bundler, without signature and paymaster, and with quantities in hexadecimal. */
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

/** One of the calls that are made together. `value` is in wei. */
export interface SmartCall {
  readonly to: Hex
  readonly value?: bigint
  readonly data?: Hex
}

/** A user operation as it will be signed: the same object is shown to the visitor and sent. */
export interface PreparedOperation {
  readonly chainId: number
  readonly owner: string
  readonly operation: Operation
  /** The maximum fee, in wei. */
  readonly feeMax: bigint
  /** The operation also deploys the account. */
  readonly isDeployment: boolean
}
