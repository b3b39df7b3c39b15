import type { CaipNetworkId, Holding } from '@portico/contracts'

/** A token by what never changes of it. */
export interface TokenId {
  readonly caipNetworkId: CaipNetworkId
  /** Absent: the network's own coin. */
  readonly address?: string | undefined
}

/** What can be swapped on a network. */
export interface Token extends TokenId {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/** What stands for the coin of a network where an address is wanted (services.md §7.7), and how others are written. */
const EVM = { coin: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', address: /^0x[\da-f]{40}$/i }
const SOLANA = { coin: 'So11111111111111111111111111111111111111111', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }

export const isSolana = (caipNetworkId: CaipNetworkId): boolean => caipNetworkId.startsWith('solana:')

const familyOf = (caipNetworkId: CaipNetworkId) => (isSolana(caipNetworkId) ? SOLANA : EVM)

/** Letters of EVM addresses have a case for their checksum only. */
const keyOf = ({ caipNetworkId, address }: TokenId) => (isSolana(caipNetworkId) ? address : address?.toLowerCase())

export const isSameToken = (one: TokenId | undefined, other: TokenId | undefined): boolean =>
  one !== undefined && other !== undefined && one.caipNetworkId === other.caipNetworkId && keyOf(one) === keyOf(other)

export const idOf = ({ caipNetworkId, address }: TokenId): TokenId => ({
  caipNetworkId,
  ...(address !== undefined && { address }),
})

/** CAIP-10, as services know it. */
export const caipOf = ({ caipNetworkId, address = familyOf(caipNetworkId).coin }: TokenId): string =>
  `${caipNetworkId}:${address}`

/** The address behind a CAIP-10 text of this network; undefined for the coin, null for anything else. */
export function plainAddress(caip: string, caipNetworkId: CaipNetworkId): string | undefined | null {
  const family = familyOf(caipNetworkId)
  const address = caip.startsWith(`${caipNetworkId}:`) ? caip.slice(caipNetworkId.length + 1) : ''
  if (!family.address.test(address)) return null
  return keyOf({ caipNetworkId, address }) === family.coin ? undefined : address
}

/** What the account has of a token. */
export const holdingOf = (holdings: readonly Holding[] | undefined, token: TokenId | undefined): Holding | undefined =>
  token && holdings?.find((holding) => isSameToken(holding, token))
