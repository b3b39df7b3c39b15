import type { CaipNetworkId } from '@portico/contracts'
import type { ConvertTokens } from '@portico/contracts/services/convert'
import type { Address, Hex } from 'viem'
import type { EvmAsset } from '../asset.ts'

/** A swap of one network. */
export interface Swap {
  readonly caipNetworkId: CaipNetworkId
  readonly from: EvmAsset
  readonly to: EvmAsset
  /** In the smallest unit of `from`. */
  readonly amount: bigint
}

export interface BuildRequest extends Swap {
  /** Pays and receives. */
  readonly user: Address
  /** Hundredths of a percent by which less may be received than is quoted. */
  readonly slippageBps: bigint
  /** Whether the chain is asked if it would take the transaction. */
  readonly isEstimated: boolean
}

/** What the wallet is to send for a swap, save its value: that is the amount where the coin is sold, and nothing elsewhere. */
export interface BuiltTransaction {
  readonly to: Address
  readonly data: Hex
  /** What is received without slippage, in the smallest unit of the target. */
  readonly amount: bigint
  readonly gas: bigint
  /** Wei. */
  readonly gasPrice: bigint
}

interface BuiltApproval {
  readonly data: Hex
  readonly gas?: number
  /** Wei. */
  readonly gasPrice: bigint
}

/**
 * Where the ways between tokens are known: the pools of a network, or a public service.
 * @throws ServiceError `upstream.unavailable`, `convert.unavailable`
 */
export interface ConvertUpstream {
  /** The coin of the network among them. */
  tokens(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<ConvertTokens['tokens']>
  /** What is received, in the smallest unit of the target; undefined where there is no way. */
  quote(swap: Swap & { readonly gasPrice?: bigint }, signal: AbortSignal): Promise<bigint | undefined>
  /** @param token undefined for the coin, which needs no leave */
  allowance(token: EvmAsset, owner: Address, signal: AbortSignal): Promise<bigint>
  /** Leave to take so much of the token. */
  buildApproval(
    token: EvmAsset & { readonly address: Address },
    owner: Address,
    amount: bigint,
    signal: AbortSignal,
  ): Promise<BuiltApproval>
  /** @throws ServiceError `convert.noRoute`, `convert.refused` */
  buildSwap(request: BuildRequest, signal: AbortSignal): Promise<BuiltTransaction>
}

/** A public one, for some of the networks that every client offers swaps on. */
export interface ConvertService extends ConvertUpstream {
  has(caipNetworkId: CaipNetworkId): boolean
}
