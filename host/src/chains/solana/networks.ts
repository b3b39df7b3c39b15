import type { Network } from '@portico/contracts'

/** What wallets call the public networks. By the first 32 characters of the genesis hash, which CAIP-2 makes the reference. */
const WALLET_CHAINS: Readonly<Record<string, string | undefined>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
  // As they were called before CAIP-2 agreed on the genesis hash.
  '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:mainnet',
  '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:devnet',
}
const PUBLIC = Object.values(WALLET_CHAINS)
const REFERENCE_LENGTH = 32

/** The public network that a CAIP-2 id or a wallet's own name means. */
const publicName = (chain: string): string | undefined => {
  const reference = chain.slice('solana:'.length)
  return PUBLIC.includes(chain) ? chain : WALLET_CHAINS[reference.slice(0, REFERENCE_LENGTH)]
}

/**
 * What a wallet calls a network, undefined when it does not serve it. A network that is not one of the three public ones is
 * called as the page calls it, or by the wallet's own name for a network that nobody else has (`solana:localnet`).
 * @param chains those of the wallet
 */
export function walletChain({ caipNetworkId }: Network, chains: readonly string[]): string | undefined {
  const name = publicName(caipNetworkId)
  const isSame = (chain: string) => chain === caipNetworkId || (name !== undefined && publicName(chain) === name)
  const same = chains.find((chain) => chain === name) ?? chains.find(isSame)
  return same ?? (name === undefined ? chains.find((chain) => publicName(chain) === undefined) : undefined)
}
