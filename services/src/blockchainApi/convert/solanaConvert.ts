import type { CaipNetworkId } from '@portico/contracts'
import type { ConvertTokens } from '@portico/contracts/services/convert'

/** A swap on a Solana cluster. Tokens are given by their mints; undefined means the coin. */
export interface SolanaSwap {
  readonly caipNetworkId: CaipNetworkId
  readonly from: string | undefined
  readonly to: string | undefined
  /** In the smallest unit of `from`. */
  readonly amount: bigint
}

interface SolanaBuildRequest extends SolanaSwap {
  /** The account that pays and receives. */
  readonly user: string
  /** How much less than quoted may be received, in hundredths of a percent. */
  readonly slippageBps: bigint
  /** Whether to simulate the transaction. */
  readonly isEstimated: boolean
}

interface BuiltSolanaTransaction {
  /** The transaction in Base64, signed by everyone except the user. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
  /** The amount received if there is no slippage, in the smallest unit of the target. */
  readonly amount: bigint
}

/**
 * A source of routes between the tokens of some clusters. There are no approvals, because a Solana transaction itself
 * says what it moves.
 * @throws ServiceError `convert.unavailable`
 */
export interface SolanaConvertService {
  readonly ids: readonly CaipNetworkId[]
  /** The tokens that can be swapped, including the coin. */
  tokens(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<ConvertTokens['tokens']>
  /** The amount received, in the smallest unit of the target; undefined if there is no route. */
  quote(swap: SolanaSwap, signal: AbortSignal): Promise<bigint | undefined>
  /** @throws ServiceError `convert.noRoute`, `convert.refused` */
  buildSwap(request: SolanaBuildRequest, signal: AbortSignal): Promise<BuiltSolanaTransaction>
}
