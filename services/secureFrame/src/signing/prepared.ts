import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { PreviewContext } from '@portico/contracts/preview'
import type { Matter } from '../approval/matter.ts'
import type { Outcome } from '../approval/outcome.ts'
import type { Signers } from '../parts.ts'
import type { AskNode } from '../rpc/jsonRpc.ts'
import type { RpcRequest } from '../rpc/readRequest.ts'
import type { BatchIds } from '../smartAccount/batchIds.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { Nonces } from './evm/nonces.ts'

/** What the families sign with. */
export interface SigningTools {
  readonly ask: AskNode
  readonly signers: Signers
  readonly nonces: Nonces
  readonly smart?: SmartAccounts
  readonly batchIds: BatchIds
}

/** One request, so far that it can be shown. */
export interface Prepared {
  readonly matter: Matter
  readonly context: PreviewContext
  /** What the network asks for it, in the smallest unit of its coin, where the description does not say it. */
  readonly fee?: bigint
  /** The account is put on the network along with it. */
  readonly isDeployment?: boolean
  /** No node or bundler could be asked, so there is nothing to sign yet: what was asked for is shown, and why it cannot be. */
  readonly isUnreachable?: boolean
  /** What would change. Absent where nothing is carried out. */
  readonly simulate?: (signal: AbortSignal) => Promise<Outcome>
  /**
   * Signs what is in this matter, and sends it where that was asked for.
   * @returns the payload of the answer
   */
  readonly sign: (matter: Matter) => Promise<Json>
}

export interface PrepareOptions {
  readonly request: RpcRequest
  /** Who asks, as the browser says. */
  readonly origin: string
  /** Of the wallet, on the family of the request. */
  readonly account: string
  /** Whose key signs for the account, where that is a smart account. */
  readonly owner?: string
  readonly context: PreviewContext
  readonly tools: SigningTools
  readonly signal: AbortSignal
}
