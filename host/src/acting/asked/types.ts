import type { CaipNetworkId, ChainNamespace } from '@portico/contracts'
import type { PreviewRequest } from '@portico/contracts/preview'

/** One request of the site that waits for the visitor. It cannot be changed any more. */
export interface AskedRequest {
  readonly id: string
  readonly request: PreviewRequest
  /** Who would sign. */
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
}

/** The requests of the site that wait for the visitor, the oldest first. */
export interface AskedQueue {
  /** The same list until one comes or goes. */
  waiting(): readonly AskedRequest[]
  /** Calls back when one comes or goes. Returns the undo. */
  watch(onChange: () => void): () => void
  /** `isWanted`: on to the wallet; otherwise the site hears that the visitor has declined. */
  decide(id: string, isWanted: boolean): void
}

/** What a site asks wallets for, shown before they are asked (option `preview: 'all'`). */
export interface AskedRequests {
  /** Fetches the code for it. No connection comes to be before. @throws ModalError as a rejection: `remote.*` */
  load(): Promise<void>
  /** A provider as the site gets it; undefined until the code is here: nothing gets past it. */
  shown(provider: unknown, namespace: ChainNamespace): unknown
  /** What waits for the visitor; there once the code is. */
  readonly queue?: AskedQueue
}
