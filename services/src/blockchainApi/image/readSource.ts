import { isIP } from 'node:net'
import type { CaipNetworkId } from '@portico/contracts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { dataBytes } from './dataBytes.ts'
import type { KeptData } from './keepData.ts'

/** Where an image or the metadata of a collectible comes from. */
export type Source =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly url: URL
      /** True for an operator-configured server. It may be in a private network; its redirects may not lead there. */
      readonly isTrusted: boolean
    }

export interface SourceRules {
  /** The URL before a CID, with a trailing slash: `https://ipfs.io/ipfs/`. */
  readonly gateway: URL
  /** Servers compatible with `ord`, for Bitcoin inscriptions. */
  readonly ordinals?: UpstreamList | undefined
  /** Long data that this process has recently listed. */
  readonly kept?: KeptData | undefined
  /** Ports that are allowed in addition to 80 and 443. */
  readonly morePorts?: readonly number[]
}

/** Longer than the addresses in contracts usually are, and short enough for the head of a request. */
const ADDRESS_MAX_CHARACTERS = 4_096
const DATA_MAX_CHARACTERS = 3_000_000

/** A CID (46 characters in version 0, more in version 1), and then an optional path. */
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,100})((?:\/[^?#\\]*)?)(?:[?#].*)?$/

/** The service's own scheme, so that pages do not learn the ord server's address. */
const INSCRIPTION = /^inscription:(bip122:[0-9a-f]{32})\/([0-9a-f]{64}i\d{1,10})$/

/** The address under which this service serves an inscription. */
export const inscriptionAddress = (caipNetworkId: CaipNetworkId, id: string) => `inscription:${caipNetworkId}/${id}`

const PORTS = [80, 443]

/** A host name or IP address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** @returns undefined if the text is not a web address, or has credentials or another port */
export function readWebAddress(text: string, base?: URL, morePorts: readonly number[] = []): URL | undefined {
  if (text.length > ADDRESS_MAX_CHARACTERS || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username || url.password) return undefined
  if (url.port && ![...PORTS, ...morePorts].includes(Number(url.port))) return undefined
  // A name without a dot belongs to a private network.
  const host = hostOf(url)
  return isIP(host) || host.replace(/\.$/, '').includes('.') ? url : undefined
}

function atGateway(text: string, gateway: URL): URL | undefined {
  const [, cid, path = ''] = (text.length <= ADDRESS_MAX_CHARACTERS && IPFS.exec(text)) || []
  if (!cid) return undefined
  const root = `${gateway.pathname}${cid}`
  const url = new URL(gateway)
  url.pathname = `${root}${path}`
  // Dot segments must not leave the content of the CID.
  return url.pathname === root || url.pathname.startsWith(`${root}/`) ? url : undefined
}

/** https://docs.ordinals.com/guides/api.html */
function atOrdinals(text: string, ordinals: UpstreamList | undefined): URL | undefined {
  const [, caipNetworkId = '', id = ''] = INSCRIPTION.exec(text) ?? []
  const [base] = ordinals?.get(caipNetworkId as CaipNetworkId) ?? []
  if (!base) return undefined
  return Object.assign(new URL(base), { pathname: `${base.pathname.replace(/\/$/, '')}/content/${id}` })
}

/**
 * @returns undefined if the address is not allowed, is no longer kept, or is none of `http:`, `https:`, `ipfs:`,
 *   `data:`, `inscription:` and `kept:`
 */
export function readSource(text: string, rules: SourceRules): Source | undefined {
  const { gateway, ordinals, kept, morePorts } = rules
  const trimmed = text.trim()
  if (trimmed.startsWith('kept:')) {
    const data = kept?.find(trimmed)
    return data === undefined ? undefined : readSource(data, rules)
  }
  if (/^data:/i.test(trimmed)) {
    const bytes = trimmed.length <= DATA_MAX_CHARACTERS ? dataBytes(trimmed) : undefined
    return bytes && { bytes }
  }
  if (/^ipfs:/i.test(trimmed)) {
    const url = atGateway(trimmed.replace(/^ipfs:/i, 'ipfs:'), gateway)
    return url && { url, isTrusted: true }
  }
  if (trimmed.startsWith('inscription:')) {
    const url = atOrdinals(trimmed, ordinals)
    return url && { url, isTrusted: true }
  }
  const url = readWebAddress(trimmed, undefined, morePorts)
  return url && { url, isTrusted: false }
}
