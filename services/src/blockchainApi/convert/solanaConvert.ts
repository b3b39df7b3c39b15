import type { CaipNetworkId } from '@portico/contracts'
import type { ConvertTokens } from '@portico/contracts/services/convert'

/** A swap on a cluster of Solana. Addresses are mints; undefined: the coin. */
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
  /** Whether somebody is asked if the chain would take the transaction. */
  readonly isEstimated: boolean
}

interface BuiltSolanaTransaction {
  /** In base64, signed by all but the user. */
  readonly transaction: string
  readonly lastValidBlockHeight: number
  /** What is received without slippage, in the smallest unit of the target. */
  readonly amount: bigint
}

/**
 * Who finds ways between the tokens of some clusters. There is no leave to give: a transaction says itself what it moves.
 * @throws ServiceError `convert.unavailable`
 */
export interface SolanaConvertService {
  readonly ids: readonly CaipNetworkId[]
  /** The coin among them. */
  tokens(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<ConvertTokens['tokens']>
  /** What is received, in the smallest unit of the target; undefined where there is no way. */
  quote(swap: SolanaSwap, signal: AbortSignal): Promise<bigint | undefined>
  /** @throws ServiceError `convert.noRoute`, `convert.refused` */
  buildSwap(request: SolanaBuildRequest, signal: AbortSignal): Promise<BuiltSolanaTransaction>
}
