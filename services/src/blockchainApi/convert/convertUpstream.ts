import type { CaipNetworkId } from '@portico/contracts'
import type { ConvertTokens } from '@portico/contracts/services/convert'
import type { Address, Hex } from 'viem'
import type { EvmAsset } from '../asset.ts'
import { nativeCoin, nativeCoinAddress } from '../balances/nativeCoin.ts'

/** A swap on one network. */
export interface Swap {
  readonly caipNetworkId: CaipNetworkId
  readonly from: EvmAsset
  readonly to: EvmAsset
  /** In the smallest unit of `from`. */
  readonly amount: bigint
}

export interface BuildRequest extends Swap {
  /** The account that pays and receives. */
  readonly user: Address
  /** How much less than quoted may be received, in hundredths of a percent. */
  readonly slippageBps: bigint
  /** Whether to simulate the transaction on the chain. */
  readonly isEstimated: boolean
}

/** A swap's transaction, except its value, which is the amount if the coin is sold and zero otherwise. */
export interface BuiltTransaction {
  readonly to: Address
  readonly data: Hex
  /** The amount received if there is no slippage, in the smallest unit of the target. */
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
 * A source of routes between tokens: a network's pools, or a public service.
 * @throws ServiceError `upstream.unavailable`, `convert.unavailable`
 */
export interface ConvertUpstream {
  /** The tokens that can be swapped, including the network's coin. */
  tokens(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<ConvertTokens['tokens']>
  /** The amount received, in the smallest unit of the target; undefined if there is no route. */
  quote(swap: Swap & { readonly gasPrice?: bigint }, signal: AbortSignal): Promise<bigint | undefined>
  /** @returns the maximum if the asset is the coin, which needs no approval */
  allowance(token: EvmAsset, owner: Address, signal: AbortSignal): Promise<bigint>
  /** Builds an approval of the given amount of the token. */
  buildApproval(
    token: EvmAsset & { readonly address: Address },
    owner: Address,
    amount: bigint,
    signal: AbortSignal,
  ): Promise<BuiltApproval>
  /** @throws ServiceError `convert.noRoute`, `convert.refused` */
  buildSwap(request: BuildRequest, signal: AbortSignal): Promise<BuiltTransaction>
}

/** A public swap service, for some of the networks on which all clients offer swaps. */
export interface ConvertService extends ConvertUpstream {
  has(caipNetworkId: CaipNetworkId): boolean
}

type OfferedToken = ConvertTokens['tokens'][number]

export const convertCoin = (caipNetworkId: CaipNetworkId): OfferedToken => ({
  ...nativeCoin(caipNetworkId),
  address: nativeCoinAddress(caipNetworkId),
  logoUri: '',
})

/** @param address the address as the chain writes it */
export const convertToken = (
  caipNetworkId: CaipNetworkId,
  { name, symbol, decimals, address }: Pick<OfferedToken, 'name' | 'symbol' | 'decimals' | 'address'>,
): OfferedToken => ({ name, symbol, decimals, address: `${caipNetworkId}:${address}`, logoUri: '' })
