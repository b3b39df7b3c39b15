import type { CaipNetworkId } from '@portico/contracts'
import { type AssetPlace, NATIVE_ASSET, type PaymentAsset } from '@portico/contracts/services/payments'
import { isEvm } from '../blockchainApi/asset.ts'
import { nativeCoin } from '../blockchainApi/balances/nativeCoin.ts'
import type { Parts } from '../blockchainApi/parts.ts'
import { tokenIcon } from '../blockchainApi/tokenIcon.ts'

/** A coin or token for payments. */
export interface PayableAsset {
  readonly caipNetworkId: CaipNetworkId
  /** The token's address in the chain's spelling; absent for the network's coin. */
  readonly token?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Finds a listed token or a network's coin. @returns undefined for every other token */
export function findAsset(tokens: Parts['tokens'], { network, asset }: AssetPlace): PayableAsset | undefined {
  const caipNetworkId = network as CaipNetworkId
  if (asset === NATIVE_ASSET) return { caipNetworkId, ...nativeCoin(caipNetworkId) }
  const known = tokens.find(network, asset)
  if (!known) return undefined
  const { address: token, name, symbol, decimals } = known
  return { caipNetworkId, token, name, symbol, decimals }
}

export const isSameAddress = (caipNetworkId: CaipNetworkId, one: string, other: string) =>
  isEvm(caipNetworkId) ? one.toLowerCase() === other.toLowerCase() : one === other

/** @param origin the origin of this service, which serves the picture */
export const writeAsset = (asset: PayableAsset, origin: string): PaymentAsset => {
  const { caipNetworkId, token, name, symbol, decimals } = asset
  const metadata = { name, symbol, decimals, logoURI: tokenIcon(origin, symbol) }
  return { network: caipNetworkId, asset: token ?? NATIVE_ASSET, metadata }
}
