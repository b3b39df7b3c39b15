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
  /** Returns the same list until a request is added or removed. */
  waiting(): readonly SiteRequest[]
  /** Calls back when a request is added or removed. Returns a function that stops this. */
  watch(onChange: () => void): () => void
  /** `isWanted`: the wallet gets the request; otherwise the site is told that the visitor has declined. */
  decide(id: string, isWanted: boolean): void
}

/** Requests of the site, shown before they reach the wallet (option `preview: 'all'`). */
export interface SitePreview {
  /** Loads the code, which must happen before any connection. @throws ModalError as a rejection: `remote.*` */
  load(): Promise<void>
  /** A provider as the site gets it; undefined until the code has loaded, so that no request bypasses the preview. */
  shown(provider: unknown, namespace: ChainNamespace): unknown
  /** The waiting requests; present once the code has loaded. */
  readonly queue?: RequestQueue
}
