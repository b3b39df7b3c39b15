import type { CaipNetworkId } from '@portico/contracts'
import { optional, pipe, rawTransform, regex, string } from 'valibot'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'

export interface OneInchOptions {
  readonly key: string
  /** Replaces the public URL. */
  readonly url?: URL
}

export interface JupiterOptions {
  /** Base URLs of `/quote` and `/swap`, by network. */
  readonly urls: ReadonlyMap<CaipNetworkId, URL>
  /** Sent as `x-api-key` to each of them. */
  readonly key?: string | undefined
}

const JUPITER = 'must be a list like solana:<reference>=<url> of clusters, each named once'

const isOpen = ({ protocol, username, password, search }: URL) =>
  /^https?:$/.test(protocol) && !username && !password && !search

/** @returns undefined if `text` is malformed */
function parseClusters(text: string): JupiterOptions['urls'] | undefined {
  const urls = new Map<CaipNetworkId, URL>()
  for (const part of text.split(/[;\s]+/).filter(Boolean)) {
    const separator = part.indexOf('=')
    const chain = parseRpcChain(part.slice(0, Math.max(separator, 0)))
    const address = part.slice(separator + 1)
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (chain?.namespace !== 'solana' || !url || !isOpen(url) || urls.has(chain.caipNetworkId)) return undefined
    urls.set(chain.caipNetworkId, url)
  }
  return urls.size > 0 ? urls : undefined
}

/** The environment variables for swaps, for `environment.ts` of the process. */
export const convertEnvironment = {
  ONEINCH_KEY: optional(pipe(string(), regex(/^[\w.-]{16,}$/, 'must be a key of the 1inch portal'))),
  JUPITER_UPSTREAMS: optional(
    pipe(
      string(),
      rawTransform(({ dataset, addIssue, NEVER }) => {
        const urls = parseClusters(dataset.value)
        if (urls) return urls
        addIssue({ message: JUPITER })
        return NEVER
      }),
    ),
  ),
  JUPITER_KEY: optional(pipe(string(), regex(/^[\w.-]{16,}$/, 'must be a key of the Jupiter portal'))),
}

/** Without a key, swaps use pools only. */
export const oneInchOptions = ({ ONEINCH_KEY: key }: { readonly ONEINCH_KEY?: string | undefined }) =>
  key ? { key } : undefined

/** Without a cluster, there are no swaps on Solana. */
export const jupiterOptions = ({
  JUPITER_UPSTREAMS: urls,
  JUPITER_KEY: key,
}: {
  readonly JUPITER_UPSTREAMS?: JupiterOptions['urls'] | undefined
  readonly JUPITER_KEY?: string | undefined
}): JupiterOptions | undefined => urls && { urls, key }
