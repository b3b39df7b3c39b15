import type { CaipNetworkId } from '@portico/contracts'
import { type Address, getAddress, isAddress, maxUint256 } from 'viem'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { type EvmAsset, isEvm, readAsset } from '../asset.ts'
import type { Swap } from './convertUpstream.ts'

/** @throws ServiceError `request.invalid`, `chain.unsupported` */
export function readEvmAsset(field: string, text: string): EvmAsset {
  const asset = readAsset(text)
  if (!asset) throw invalidRequest(`${field}: must be the CAIP-10 address of a token`)
  const { caipNetworkId, address } = asset
  if (!isEvm(caipNetworkId)) throw new ServiceError('chain.unsupported')
  return { caipNetworkId, address: address as Address | undefined }
}

/** Reads an address without a network. @throws ServiceError `request.invalid` */
export function readAccount(field: string, text: string): Address {
  if (!isAddress(text, { strict: false })) throw invalidRequest(`${field}: must be an EVM address`)
  return getAddress(text)
}

/** Reads a CAIP-10 address on the given network. @throws ServiceError `request.invalid` */
export function readOwner(field: string, text: string, caipNetworkId: CaipNetworkId): Address {
  if (!text.startsWith(`${caipNetworkId}:`)) throw invalidRequest(`${field}: must be on ${caipNetworkId}`)
  return readAccount(field, text.slice(caipNetworkId.length + 1))
}

/** @throws ServiceError `request.invalid` */
export function readAmount(field: string, text: string): bigint {
  const amount = BigInt(text)
  if (amount > maxUint256) throw invalidRequest(`${field}: must be less than 2^256`)
  return amount
}

/** @throws ServiceError `request.invalid`, `chain.unsupported` */
export function readSwap(wire: { readonly from: string; readonly to: string; readonly amount: string }): Swap {
  const from = readEvmAsset('from', wire.from)
  const to = readEvmAsset('to', wire.to)
  if (from.caipNetworkId !== to.caipNetworkId) throw invalidRequest(`to: must be on ${from.caipNetworkId}`)
  if (from.address === to.address) throw invalidRequest('to: must be another token')
  const amount = readAmount('amount', wire.amount)
  if (amount === 0n) throw invalidRequest('amount: must be more than 0')
  return { caipNetworkId: from.caipNetworkId, from, to, amount }
}
