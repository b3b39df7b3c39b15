import type { CaipNetworkId } from '@portico/contracts'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { isAddress } from 'viem'
import { registryNetworks } from '../../../walletRegistry/registryNetworks.ts'
import type { CryptoCurrency } from './meldAnswers.ts'

/** The networks outside EVM, keyed by Meld's code for each. */
const OTHERS: Readonly<Record<string, CaipNetworkId>> = {
  SOLANA: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  BITCOIN: 'bip122:000000000019d6689c085ae165831e93',
  BTC: 'bip122:000000000019d6689c085ae165831e93',
}

/** Has a chain id like an EVM network, but a different kind of address. */
const NO_EVM = new Set(['TRON'])

const known: ReadonlySet<string> = new Set(registryNetworks.map(({ caip2 }) => caip2))

const isTokenOf = (caipNetworkId: CaipNetworkId, address: string) => {
  if (caipNetworkId.startsWith('eip155:')) return isAddress(address, { strict: false })
  return caipNetworkId.startsWith('solana:') && decodeBase58(address)?.length === 32
}

/** @returns undefined for a network or token that Portico's clients cannot show */
export function meldNetwork({ chainCode, chainId, contractAddress }: CryptoCurrency): CaipNetworkId | undefined {
  const caipNetworkId = OTHERS[chainCode] ?? (`eip155:${chainId}` as CaipNetworkId)
  if (NO_EVM.has(chainCode) || !known.has(caipNetworkId)) return undefined
  return !contractAddress || isTokenOf(caipNetworkId, contractAddress) ? caipNetworkId : undefined
}
