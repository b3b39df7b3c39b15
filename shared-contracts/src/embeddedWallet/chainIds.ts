import { maxLength, number, pipe, rawTransform, string, union } from 'valibot'
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId, parseCaipNetworkId } from '../caip.ts'

/** The length of the longest CAIP-2 id: eight characters, a colon and 32 characters. */
export const CHAIN_ID_MAX = 41

const REFERENCE = /^[-_a-zA-Z0-9]{1,32}$/
const DECIMAL = /^[1-9]\d{0,15}$/
const HEX = /^0x[\da-f]{1,14}$/i

function evmNetworkId(id: number): CaipNetworkId | undefined {
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

function ofFamily(namespace: ChainNamespace, reference: string): CaipNetworkId | undefined {
  if (namespace !== 'eip155') return REFERENCE.test(reference) ? `${namespace}:${reference}` : undefined
  return DECIMAL.test(reference) || HEX.test(reference) ? evmNetworkId(Number(reference)) : undefined
}

/**
 * Reads a network in any wire form. A number, or a whole number as text, is an EVM chain; a text with a colon is a
 * CAIP-2 id. Any other text is a chain of the family that `namespace` names, or else of Solana. Undefined when the id
 * is malformed, or of a family other than `namespace`.
 */
export function toCaipNetworkId(chainId: number | string, namespace?: ChainNamespace): CaipNetworkId | undefined {
  if (typeof chainId === 'number') {
    return namespace === undefined || namespace === 'eip155' ? evmNetworkId(chainId) : undefined
  }
  if (isCaipNetworkId(chainId)) {
    const network = parseCaipNetworkId(chainId)
    const isOther = namespace !== undefined && namespace !== network.namespace
    return isOther ? undefined : ofFamily(network.namespace, network.reference)
  }
  const isEvm = DECIMAL.test(chainId) || HEX.test(chainId)
  return ofFamily(namespace ?? (isEvm ? 'eip155' : 'solana'), chainId)
}

/** The form in the answers to GET_USER and CONNECT_SOCIAL: a number on EVM, the CAIP-2 id in other families. */
export function toWireChainId(caipNetworkId: CaipNetworkId): number | CaipNetworkId {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

/** The form in RPC_REQUEST, next to `chainNamespace`: a number on EVM, only the reference in other families. */
export function toRpcChainId(caipNetworkId: CaipNetworkId): number | string {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  return namespace === 'eip155' ? Number(reference) : reference
}

/** The result of `eth_chainId`, for which other clients return a number or CAIP-2 id. Undefined for non-EVM chains. */
export function toHexChainId(caipNetworkId: CaipNetworkId): `0x${string}` | undefined {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  return namespace === 'eip155' ? `0x${Number(reference).toString(16)}` : undefined
}

/** A network in any wire form. Once parsed, it is a CAIP-2 id. */
export const WireChainId = pipe(
  union([number(), pipe(string(), maxLength(CHAIN_ID_MAX, 'is too long'))]),
  rawTransform<number | string, CaipNetworkId>(({ dataset, addIssue, NEVER }) => {
    const found = toCaipNetworkId(dataset.value)
    if (found) return found
    addIssue({ message: 'must name a chain' })
    return NEVER
  }),
)
