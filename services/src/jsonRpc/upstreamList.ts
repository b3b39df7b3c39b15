import { type CaipNetworkId, isCaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { RPC_NAMESPACES, type RpcNamespace } from './methods.ts'

/** Each chain's nodes, in order of preference, keyed by CAIP-2 id. URLs may contain a key, so they are never logged. */
export type UpstreamList = ReadonlyMap<CaipNetworkId, readonly URL[]>

/** A chain of a family that nodes can serve. */
export interface RpcChain {
  readonly caipNetworkId: CaipNetworkId
  readonly namespace: RpcNamespace
  readonly reference: string
}

/** The form of each family's CAIP-2 reference. On Solana and Bitcoin, it is a genesis hash cut to 32 characters. */
const REFERENCES: Readonly<Record<RpcNamespace, RegExp>> = {
  eip155: /^[1-9]\d{0,31}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{1,32}$/,
  bip122: /^[0-9a-f]{32}$/,
}

/** @returns undefined if the text is not the CAIP-2 id of a chain that nodes can serve */
export function parseRpcChain(text: string): RpcChain | undefined {
  if (!isCaipNetworkId(text)) return undefined
  const { namespace: name, reference } = parseCaipNetworkId(text)
  const namespace = RPC_NAMESPACES.find((known) => known === name)
  return namespace && REFERENCES[namespace].test(reference) ? { caipNetworkId: text, namespace, reference } : undefined
}

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * Parses a list such as `eip155:1=https://a,https://b;solana:<reference>=https://c`: chains are separated by semicolons
 * or line breaks, and URLs by commas. A comma or semicolon inside a URL is written as `%2C` or `%3B`.
 * @returns undefined if `text` is malformed
 */
export function parseUpstreamList(text: string): UpstreamList | undefined {
  const list = new Map<CaipNetworkId, URL[]>()
  for (const part of text.split(/[;\s]+/).filter(Boolean)) {
    const separator = part.indexOf('=')
    const chain = parseRpcChain(part.slice(0, Math.max(separator, 0)))
    const urls = part
      .slice(separator + 1)
      .split(',')
      .map(parseUrl)
      .filter((url) => url !== undefined)
    const isComplete = urls.length === part.split(',').length
    if (!chain || !isComplete || list.has(chain.caipNetworkId)) return undefined
    list.set(chain.caipNetworkId, urls)
  }
  return list.size > 0 ? list : undefined
}
