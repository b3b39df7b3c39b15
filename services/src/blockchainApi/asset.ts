import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/contracts'
import { type Address, getAddress, isAddress } from 'viem'
import { nativeCoinAddress } from './balances/nativeCoin.ts'

/** The token or native coin behind a CAIP-10 address on the wire. */
export interface Asset {
  readonly caipNetworkId: CaipNetworkId
  /** In the chain's spelling, on EVM with its checksum. Absent: the coin. */
  readonly address?: string
}

/** A token or the native coin of an EVM network. */
export interface EvmAsset extends Asset {
  readonly address?: Address
}

export const isEvm = (caipNetworkId: CaipNetworkId) => caipNetworkId.startsWith('eip155:')

/** @returns undefined for an unknown family and for an invalid EVM address */
export function readAsset(caipAddress: string): Asset | undefined {
  if (!isCaipAddress(caipAddress)) return undefined
  const { caipNetworkId, address } = parseCaipAddress(caipAddress)
  if (caipAddress.toLowerCase() === nativeCoinAddress(caipNetworkId).toLowerCase()) return { caipNetworkId }
  if (!isEvm(caipNetworkId)) return { caipNetworkId, address }
  return isAddress(address, { strict: false }) ? { caipNetworkId, address: getAddress(address) } : undefined
}
