import type { ChainNamespace } from '@portico/contracts'
import { optional, pipe, rawTransform, string } from 'valibot'
import { parseUpstreamList, type UpstreamList } from '../../jsonRpc/upstreamList.ts'

/** The list of nodes has the same format; here each chain has to be of one family. */
export const upstreamsOf = (namespace: ChainNamespace) =>
  pipe(
    string(),
    rawTransform<string, UpstreamList>(({ dataset, addIssue, NEVER }) => {
      const list = parseUpstreamList(dataset.value)
      if (list && [...list.keys()].every((id) => id.startsWith(`${namespace}:`))) return list
      addIssue({
        message: `must be a list like ${namespace}:<reference>=https://<url>,https://<url> that names each chain once`,
      })
      return NEVER
    }),
  )

/** The environment variables of this part, for `environment.ts` of the process. */
export const balancesEnvironment = {
  /** Esplora-compatible REST APIs, with the path before `/address`. */
  ESPLORA_UPSTREAMS: optional(upstreamsOf('bip122')),
  /**
   * Blockscout-compatible explorers, with the path before `/addresses`: `https://<host>/api/v2`. A key goes into the
   * query.
   */
  BLOCKSCOUT_UPSTREAMS: optional(upstreamsOf('eip155')),
}

export interface BalancesOptions {
  readonly esplora?: UpstreamList | undefined
  readonly blockscout?: UpstreamList | undefined
}

/** Without them the nodes answer, and know the tokens of the directory only. */
export const balancesOptions = (values: {
  readonly ESPLORA_UPSTREAMS?: UpstreamList | undefined
  readonly BLOCKSCOUT_UPSTREAMS?: UpstreamList | undefined
}): BalancesOptions => ({ esplora: values.ESPLORA_UPSTREAMS, blockscout: values.BLOCKSCOUT_UPSTREAMS })
