import type { CaipNetworkId, ChainNamespace } from '@portico/contracts'
import type { PreviewRequest } from '@portico/contracts/preview'

/** One request of the site that waits for the visitor. Immutable. */
export interface SiteRequest {
  readonly id: string
  readonly request: PreviewRequest
  /** The account that would sign. */
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
}

/** The requests of the site that wait for the visitor, oldest first. */
export interface RequestQueue {
  /** The same list until a request comes or goes. */
  waiting(): readonly SiteRequest[]
  /** Calls back when a request comes or goes. Returns the undo. */
  watch(onChange: () => void): () => void
  /** `isWanted`: passes the request to the wallet; otherwise the site gets a rejection by the visitor. */
  decide(id: string, isWanted: boolean): void
}

/** Requests of the site, shown before they reach the wallet (option `preview: 'all'`). */
export interface SitePreview {
  /** Loads the code; no connection is made before. @throws ModalError as a rejection: `remote.*` */
  load(): Promise<void>
  /** A provider as the site gets it; undefined until the code has loaded, so that nothing bypasses it. */
  shown(provider: unknown, namespace: ChainNamespace): unknown
  /** The waiting requests; present once the code has loaded. */
  readonly queue?: RequestQueue
}
