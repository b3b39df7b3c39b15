import { type CaipNetworkId, CHAIN_NAMESPACES, type ChainNamespace, isCaipNetworkId } from '@portico/contracts'

/** A session event's family, taken from the network that came with the event. */
export function familyOfEvent(chainId: unknown): ChainNamespace | undefined {
  const [namespace] = typeof chainId === 'string' ? chainId.split(':') : []
  return CHAIN_NAMESPACES.find((known) => known === namespace)
}

/**
 * The network that a wallet reports. The payload takes precedence over the network that the event came with. Wallets
 * send a number, hexadecimal, a CAIP-2 id or only the id's reference. Undefined if unreadable.
 */
export function networkOfEvent(chainId: unknown, data: unknown): CaipNetworkId | undefined {
  const namespace = familyOfEvent(chainId)
  if (!namespace) return undefined
  const text = typeof data === 'number' || typeof data === 'string' ? String(data) : ''
  if (isCaipNetworkId(text)) return text.startsWith(`${namespace}:`) ? text : undefined
  if (namespace === 'eip155') {
    const number = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : 0
    if (Number.isSafeInteger(number) && number > 0) return `eip155:${number}`
  } else {
    const id = `${namespace}:${text}`
    if (isCaipNetworkId(id)) return id
  }
  return isCaipNetworkId(chainId) ? chainId : undefined
}

/** The addresses in `accountsChanged`, which are plain or in CAIP-10. */
export const addressesOfEvent = (data: unknown): string[] =>
  (Array.isArray(data) ? data : [data])
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.split(':').at(-1) ?? '')
