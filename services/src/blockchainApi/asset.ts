import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/contracts'
import { type Address, getAddress, isAddress } from 'viem'
import { nativeCoinAddress } from './balances/nativeCoin.ts'

/** What a CAIP-10 address on the wire stands for: a token, or the coin of its network. */
export interface Asset {
  readonly caipNetworkId: CaipNetworkId
  /** As the chain writes it, on EVM with its checksum. Absent: the coin. */
  readonly address?: string
}

/** A token of an EVM network, or its coin. */
export interface EvmAsset extends Asset {
  readonly address?: Address
}

export const isEvm = (caipNetworkId: CaipNetworkId) => caipNetworkId.startsWith('eip155:')

/** @returns undefined for a family that we do not know, and for what is no address on EVM */
export function readAsset(caipAddress: string): Asset | undefined {
  if (!isCaipAddress(caipAddress)) return undefined
  const { caipNetworkId, address } = parseCaipAddress(caipAddress)
  if (caipAddress.toLowerCase() === nativeCoinAddress(caipNetworkId).toLowerCase()) return { caipNetworkId }
  if (!isEvm(caipNetworkId)) return { caipNetworkId, address }
  return isAddress(address, { strict: false }) ? { caipNetworkId, address: getAddress(address) } : undefined
}
