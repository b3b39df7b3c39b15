import { optional } from 'valibot'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { upstreamsOf } from '../balances/environment.ts'

/** The environment variables of this part, for `environment.ts` of the process. */
export const nftsEnvironment = {
  /** Nodes with Metaplex' Digital Asset Standard. A key goes into the query. */
  DAS_UPSTREAMS: optional(upstreamsOf('solana')),
  /** `ord`-compatible servers, with the path before `/address`. */
  ORD_UPSTREAMS: optional(upstreamsOf('bip122')),
}

export interface NftsOptions {
  readonly das?: UpstreamList | undefined
  readonly ordinals?: UpstreamList | undefined
}

/** Without them nodes are used; Bitcoin then has no source. */
export const nftsOptions = (values: {
  readonly DAS_UPSTREAMS?: UpstreamList | undefined
  readonly ORD_UPSTREAMS?: UpstreamList | undefined
}): NftsOptions => ({ das: values.DAS_UPSTREAMS, ordinals: values.ORD_UPSTREAMS })
