import type { CaipNetworkId } from '@portico/contracts'
import type { TransferQuoteRequest } from '@portico/contracts/services/payments'
import type { Asset } from '../../blockchainApi/asset.ts'
import { readAsset } from '../../blockchainApi/asset.ts'
import { readAddress } from '../../blockchainApi/balances/addressFamily.ts'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import { isSameAddress } from '../payableAsset.ts'

/** A payment in an asset other than the received one. */
export interface Transfer {
  /** The paid asset. */
  readonly origin: Asset
  /** The received asset. */
  readonly destination: Asset
  /** The payer. */
  readonly user?: string
  readonly recipient: string
  /** The received amount, in the smallest unit. */
  readonly amount: bigint
}

/** The request omits the chain's family: a plain number means an EVM chain, any other reference Solana. */
function readChain(field: string, reference: string): CaipNetworkId {
  const isNumber = /^\d+$/.test(reference)
  const chain = parseRpcChain(`${isNumber ? 'eip155' : 'solana'}:${reference}`)
  if (!chain) throw invalidRequest(`${field}: must be the reference of a chain of eip155 or solana`)
  return chain.caipNetworkId
}

function readCurrency(field: string, caipNetworkId: CaipNetworkId, currency: string): Asset {
  const asset = readAsset(`${caipNetworkId}:${currency}`)
  if (!asset) throw invalidRequest(`${field}: must be the address of a token`)
  return asset
}

function readOwner(field: string, { caipNetworkId }: Asset, text: string): string {
  const read = readAddress(text)
  if (!read || !caipNetworkId.startsWith(`${read.namespace}:`))
    throw invalidRequest(`${field}: must be on ${caipNetworkId}`)
  return read.address
}

export const isSameAsset = (one: Asset, other: Asset): boolean =>
  one.caipNetworkId === other.caipNetworkId &&
  (one.address === undefined || other.address === undefined
    ? one.address === other.address
    : isSameAddress(one.caipNetworkId, one.address, other.address))

/** @throws ServiceError `request.invalid`, `payments.sameAsset` */
export function readTransfer(wire: TransferQuoteRequest): Transfer {
  const from = readChain('originChainId', wire.originChainId)
  const to = readChain('destinationChainId', wire.destinationChainId)
  const origin = readCurrency('originCurrency', from, wire.originCurrency)
  const destination = readCurrency('destinationCurrency', to, wire.destinationCurrency)
  if (isSameAsset(origin, destination)) throw new ServiceError('payments.sameAsset')
  const recipient = readOwner('recipient', destination, wire.recipient)
  const amount = BigInt(wire.amount)
  if (amount >= 2n ** 256n) throw invalidRequest('amount: must be less than 2^256')
  const user = wire.user === undefined ? undefined : readOwner('user', origin, wire.user)
  return { origin, destination, recipient, amount, ...(user !== undefined && { user }) }
}
