import type { CaipNetworkId } from '@portico/contracts'
import { invalidRequest } from '../../http/errors.ts'
import { type Asset, readAsset } from '../asset.ts'
import { readAddress } from '../balances/addressFamily.ts'
import type { SolanaSwap } from './solanaConvert.ts'

/** Wrapped SOL. Swap services treat it as the coin itself, so the list of tokens does not contain it. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** The amount of a token account is always below this. */
const AMOUNT_END = 1n << 64n

/** Accepts a CAIP-2 id or a CAIP-10 address. */
export const isSolana = (caip: string) => caip.startsWith('solana:')

/**
 * @param caipNetworkId the expected network; undefined if the text names no network
 * @throws ServiceError `request.invalid`
 */
export function readSolanaAccount(field: string, text: string, caipNetworkId?: CaipNetworkId): string {
  const prefix = caipNetworkId === undefined ? '' : `${caipNetworkId}:`
  if (!text.startsWith(prefix)) throw invalidRequest(`${field}: must be on ${caipNetworkId}`)
  const address = text.slice(prefix.length)
  if (readAddress(address)?.namespace !== 'solana') throw invalidRequest(`${field}: must be an address of Solana`)
  return address
}

function readMint(field: string, { address }: Asset): string | undefined {
  if (address === undefined) return undefined
  const mint = readSolanaAccount(field, address)
  if (mint === WRAPPED_SOL) throw invalidRequest(`${field}: the wrapped coin is swapped as the coin`)
  return mint
}

/**
 * @param assertServed throws if no service swaps on this cluster
 * @throws ServiceError `request.invalid`, and the errors of `assertServed`
 */
export function readSolanaSwap(
  wire: { readonly from: string; readonly to: string; readonly amount: string },
  assertServed: (caipNetworkId: CaipNetworkId) => unknown,
): SolanaSwap {
  const [source, target] = [readAsset(wire.from), readAsset(wire.to)]
  if (!source) throw invalidRequest('from: must be the CAIP-10 address of a token')
  assertServed(source.caipNetworkId)
  if (target?.caipNetworkId !== source.caipNetworkId) throw invalidRequest(`to: must be on ${source.caipNetworkId}`)
  const [from, to] = [readMint('from', source), readMint('to', target)]
  if (from === to) throw invalidRequest('to: must be another token')
  const amount = BigInt(wire.amount)
  if (amount === 0n || amount >= AMOUNT_END) throw invalidRequest('amount: must be more than 0 and less than 2^64')
  return { caipNetworkId: source.caipNetworkId, from, to, amount }
}
