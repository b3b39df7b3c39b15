import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/contracts'
import { type Address, getAddress, isAddress } from 'viem'
import { nativeCoinAddress } from './balances/nativeCoin.ts'

/** The token or native coin behind a CAIP-10 address on the wire. */
export interface Asset {
  readonly caipNetworkId: CaipNetworkId
  /** The address as the chain writes it, on EVM with its checksum. If absent, the asset is the coin. */
  readonly address?: string
}

/** A token or the native coin of an EVM network. */
export interface EvmAsset extends Asset {
  readonly address?: Address
}

export const isEvm = (caipNetworkId: CaipNetworkId) => caipNetworkId.startsWith('eip155:')

/** @returns undefined if the text is not a CAIP-10 address, or is an invalid address on EVM */
export function readAsset(caipAddress: string): Asset | undefined {
  if (!isCaipAddress(caipAddress)) return undefined
  const { caipNetworkId, address } = parseCaipAddress(caipAddress)
  if (caipAddress.toLowerCase() === nativeCoinAddress(caipNetworkId).toLowerCase()) return { caipNetworkId }
  if (!isEvm(caipNetworkId)) return { caipNetworkId, address }
  return isAddress(address, { strict: false }) ? { caipNetworkId, address: getAddress(address) } : undefined
}
