import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { type Values, variable } from '../../variables.ts'
import { upstreamsOf } from '../balances/environment.ts'

/** The environment variables of this part, which `environment.ts` of the process reads. */
export const nftsEnvironment = {
  DAS_UPSTREAMS: variable(
    upstreamsOf('solana'),
    'nodes with Metaplex’ Digital Asset Standard, for the collectibles of Solana accounts, in the format of `RPC_UPSTREAMS`. Without one, the nodes answer. Secret if a URL contains a key',
  ),
  ORD_UPSTREAMS: variable(
    upstreamsOf('bip122'),
    'servers like `ord`, for the inscriptions of Bitcoin addresses, in the format of `RPC_UPSTREAMS`, with the path before `/address`',
    'no inscriptions',
  ),
}

export interface NftsOptions {
  readonly das?: UpstreamList | undefined
  readonly ordinals?: UpstreamList | undefined
}

/** Without these options, collectibles come from nodes, and there are none on Bitcoin. */
export const nftsOptions = (values: Values<typeof nftsEnvironment>): NftsOptions => ({
  das: values.DAS_UPSTREAMS,
  ordinals: values.ORD_UPSTREAMS,
})
