import type { Network } from '@portico/contracts'

/** Wallets' names for the public networks, keyed by CAIP-2 reference: the first 32 characters of the genesis hash. */
const WALLET_CHAINS: Readonly<Record<string, string | undefined>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
  // References from the time before CAIP-2 settled on the genesis hash.
  '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:mainnet',
  '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:devnet',
}
const PUBLIC = Object.values(WALLET_CHAINS)
const REFERENCE_LENGTH = 32

/** The public network that a CAIP-2 id or a wallet's name stands for. */
const publicName = (chain: string): string | undefined => {
  const reference = chain.slice('solana:'.length)
  return PUBLIC.includes(chain) ? chain : WALLET_CHAINS[reference.slice(0, REFERENCE_LENGTH)]
}

/**
 * A wallet's name for a network; undefined if the wallet does not serve it. A network that is not public is called by
 * the page's name, or by the wallet's name for a network that only the wallet has (`solana:localnet`).
 * @param chains the wallet's names for its networks
 */
export function walletChain({ caipNetworkId }: Network, chains: readonly string[]): string | undefined {
  const name = publicName(caipNetworkId)
  const isSame = (chain: string) => chain === caipNetworkId || (name !== undefined && publicName(chain) === name)
  const same = chains.find((chain) => chain === name) ?? chains.find(isSame)
  return same ?? (name === undefined ? chains.find((chain) => publicName(chain) === undefined) : undefined)
}
