import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { PreviewContext } from '@portico/contracts/preview'
import type { Matter } from '../approval/matter.ts'
import type { Outcome } from '../approval/outcome.ts'
import type { Signers } from '../interfaces.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import type { RpcRequest } from '../rpc/readRequest.ts'
import type { BatchIds } from '../smartAccount/batchIds.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { Nonces } from './evm/nonces.ts'

/** What signing needs, on every chain family. */
export interface SigningTools {
  readonly ask: AskNode
  readonly signers: Signers
  readonly nonces: Nonces
  readonly smart?: SmartAccounts
  readonly batchIds: BatchIds
}

/** A request that is ready to be shown. */
export interface Prepared {
  readonly matter: Matter
  readonly context: PreviewContext
  /** The network's fee, in the smallest unit of its coin; absent if the description contains the fee. */
  readonly fee?: bigint
  /** The request also deploys the account. */
  readonly isDeployment?: boolean
  /** No node or bundler is reachable, so there is nothing to sign yet: the request is shown, with the reason. */
  readonly isUnreachable?: boolean
  /** Finds the expected changes. Absent if the request is only signed. */
  readonly simulate?: (signal: AbortSignal) => Promise<Outcome>
  /** Signs the content of the matter, and sends it if requested. @returns the payload of the answer */
  readonly sign: (matter: Matter) => Promise<Json>
}

export interface PrepareOptions {
  readonly request: RpcRequest
  /** The requesting origin, from the browser. */
  readonly origin: string
  /** The wallet's account on the request's chain family. */
  readonly account: string
  /** For a smart account: the account whose key signs for it. */
  readonly owner?: string
  readonly context: PreviewContext
  readonly tools: SigningTools
  readonly signal: AbortSignal
}
