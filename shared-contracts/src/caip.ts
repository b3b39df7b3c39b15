import { ModalError } from './errors.ts'

/** The chain families that the product can name (rules.md §1), including those of the embedded wallet only. */
export const CHAIN_NAMESPACES = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
export type ChainNamespace = (typeof CHAIN_NAMESPACES)[number]

/** CAIP-2: `namespace:reference`. */
export type CaipNetworkId = `${ChainNamespace}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type CaipAddress = `${ChainNamespace}:${string}:${string}`

const isNamespace = (text: string | undefined): text is ChainNamespace =>
  (CHAIN_NAMESPACES as readonly (string | undefined)[]).includes(text)

/** CAIP-2 has exactly two non-empty parts and a known namespace. */
export function isCaipNetworkId(text: unknown): text is CaipNetworkId {
  if (typeof text !== 'string') return false
  const parts = text.split(':')
  return parts.length === 2 && isNamespace(parts[0]) && parts[1] !== ''
}

/** rules.md §5: three non-empty parts with a known namespace (CAIP-10). */
export function isCaipAddress(text: unknown): text is CaipAddress {
  if (typeof text !== 'string') return false
  const parts = text.split(':')
  return parts.length === 3 && isNamespace(parts[0]) && parts[1] !== '' && parts[2] !== ''
}

/** @throws ModalError `caip.invalidNetworkId` */
export function parseCaipNetworkId(text: string): { namespace: ChainNamespace; reference: string } {
  if (!isCaipNetworkId(text)) throw new ModalError('caip.invalidNetworkId', { details: { text } })
  const [namespace, reference] = text.split(':') as [ChainNamespace, string]
  return { namespace, reference }
}

/** @throws ModalError `caip.invalidAddress` */
export function parseCaipAddress(text: string): {
  namespace: ChainNamespace
  caipNetworkId: CaipNetworkId
  address: string
} {
  if (!isCaipAddress(text)) throw new ModalError('caip.invalidAddress', { details: { text } })
  const [namespace, reference, address] = text.split(':') as [ChainNamespace, string, string]
  return { namespace, caipNetworkId: `${namespace}:${reference}`, address }
}
