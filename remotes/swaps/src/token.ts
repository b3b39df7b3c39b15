import type { CaipNetworkId, Holding } from '@portico/contracts'

/** A token's immutable identity. */
export interface TokenId {
  readonly caipNetworkId: CaipNetworkId
  /** Absent for the network's own coin. */
  readonly address?: string | undefined
}

/** A token that can be swapped on a network. */
export interface Token extends TokenId {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/** The coin's placeholder where an address is required (services.md §7.7), and the address format. */
const EVM = { coin: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', address: /^0x[\da-f]{40}$/i }
const SOLANA = { coin: 'So11111111111111111111111111111111111111111', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }

export const isSolana = (caipNetworkId: CaipNetworkId): boolean => caipNetworkId.startsWith('solana:')

const familyOf = (caipNetworkId: CaipNetworkId) => (isSolana(caipNetworkId) ? SOLANA : EVM)

/** EVM addresses use case only as a checksum. */
const keyOf = ({ caipNetworkId, address }: TokenId) => (isSolana(caipNetworkId) ? address : address?.toLowerCase())

export const isSameToken = (one: TokenId | undefined, other: TokenId | undefined): boolean =>
  one !== undefined && other !== undefined && one.caipNetworkId === other.caipNetworkId && keyOf(one) === keyOf(other)

export const idOf = ({ caipNetworkId, address }: TokenId): TokenId => ({
  caipNetworkId,
  ...(address !== undefined && { address }),
})

/** CAIP-10, as services expect. */
export const caipOf = ({ caipNetworkId, address = familyOf(caipNetworkId).coin }: TokenId): string =>
  `${caipNetworkId}:${address}`

/** The address in a CAIP-10 text of this network; undefined for the coin, null for anything else. */
export function plainAddress(caip: string, caipNetworkId: CaipNetworkId): string | undefined | null {
  const family = familyOf(caipNetworkId)
  const address = caip.startsWith(`${caipNetworkId}:`) ? caip.slice(caipNetworkId.length + 1) : ''
  if (!family.address.test(address)) return null
  return keyOf({ caipNetworkId, address }) === family.coin ? undefined : address
}

/** The account's holding of a token. */
export const holdingOf = (holdings: readonly Holding[] | undefined, token: TokenId | undefined): Holding | undefined =>
  token && holdings?.find((holding) => isSameToken(holding, token))
