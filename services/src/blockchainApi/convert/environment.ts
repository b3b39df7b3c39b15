import type { CaipNetworkId } from '@portico/contracts'
import { pipe, regex, string } from 'valibot'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import { parsed, type Values, variable } from '../../variables.ts'

export interface OneInchOptions {
  readonly key: string
  /** Used instead of the public URL. */
  readonly url?: URL
}

export interface JupiterOptions {
  /** The base URL of `/quote` and `/swap` on each network. */
  readonly urls: ReadonlyMap<CaipNetworkId, URL>
  /** The key sent to each of the URLs as `x-api-key`. */
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

/** The environment variables for swaps. `services/src/environment.ts` reads them at start-up. */
export const convertEnvironment = {
  ONEINCH_KEY: variable(
    pipe(string(), regex(/^[\w.-]{16,}$/, 'must be a key of the 1inch portal')),
    'a key of 1inch. Secret',
    'swaps on EVM use pools only',
  ),
  JUPITER_UPSTREAMS: variable(
    parsed(parseClusters, JUPITER),
    'services with Jupiter’s swap API below each address: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://api.jup.ag/swap/v1`; see [below](#what-the-chains-say)',
    'no swaps on Solana',
  ),
  JUPITER_KEY: variable(
    pipe(string(), regex(/^[\w.-]{16,}$/, 'must be a key of the Jupiter portal')),
    'a key of Jupiter, sent to each of `JUPITER_UPSTREAMS` as `x-api-key`. Secret',
  ),
}

/** Without a key, swaps on EVM use only pools. */
export const oneInchOptions = ({ ONEINCH_KEY: key }: Values<Pick<typeof convertEnvironment, 'ONEINCH_KEY'>>) =>
  key ? { key } : undefined

/** Without a configured cluster, there are no swaps on Solana. */
export const jupiterOptions = ({
  JUPITER_UPSTREAMS: urls,
  JUPITER_KEY: key,
}: Values<typeof convertEnvironment>): JupiterOptions | undefined => urls && { urls, key }
