import type { CaipNetworkId } from '@portico/contracts'
import type { ConvertTokens } from '@portico/contracts/services/convert'

/** A swap on a Solana cluster. Addresses are mints; undefined: the coin. */
export interface SolanaSwap {
  readonly caipNetworkId: CaipNetworkId
  readonly from: string | undefined
  readonly to: string | undefined
  /** In the smallest unit of `from`. */
  readonly amount: bigint
}

interface SolanaBuildRequest extends SolanaSwap {
  /** Pays and receives. */
  readonly user: string
  /** Hundredths of a percent by which less may be received than is quoted. */
  readonly slippageBps: bigint
  /** Whether to simulate the transaction. */
  readonly isEstimated: boolean
}

interface BuiltSolanaTransaction {
  /** Base64, signed by everyone except the user. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
  /** Received amount without slippage, in the smallest unit of the target. */
  readonly amount: bigint
}

/**
 * A source of routes between tokens of some clusters. There are no approvals: a transaction itself names what it moves.
 * @throws ServiceError `convert.unavailable`
 */
export interface SolanaConvertService {
  readonly ids: readonly CaipNetworkId[]
  /** Includes the coin. */
  tokens(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<ConvertTokens['tokens']>
  /** The received amount, in the smallest unit of the target; undefined if there is no route. */
  quote(swap: SolanaSwap, signal: AbortSignal): Promise<bigint | undefined>
  /** @throws ServiceError `convert.noRoute`, `convert.refused` */
  buildSwap(request: SolanaBuildRequest, signal: AbortSignal): Promise<BuiltSolanaTransaction>
}
