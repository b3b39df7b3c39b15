/** The chain families that the phone has keys for, in display order. */
export const NAMESPACES = ['eip155', 'solana', 'bip122'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** The family of a CAIP-2 or CAIP-10 id; undefined if the phone has no keys for that family. */
export const namespaceOf = (id: string): Namespace | undefined => NAMESPACES.find((name) => id.startsWith(`${name}:`))

/** The second part of a CAIP-2 id. */
export const referenceOf = (id: string) => id.split(':')[1] ?? ''

export const BITCOIN = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const

/** Networks that the phone knows by name but has no node for: on them, it signs messages but sends nothing. */
export const WELL_KNOWN: readonly { id: string; name: string }[] = [
  { id: 'eip155:1', name: 'Ethereum' },
  { id: 'eip155:10', name: 'OP Mainnet' },
  { id: 'eip155:137', name: 'Polygon' },
  { id: 'eip155:8453', name: 'Base' },
  { id: 'eip155:42161', name: 'Arbitrum One' },
  { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana' },
  { id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana Devnet' },
  { id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', name: 'Solana Testnet' },
  { id: BITCOIN.mainnet, name: 'Bitcoin' },
  { id: BITCOIN.testnet, name: 'Bitcoin Testnet' },
  { id: 'bip122:00000000da84f2bafbbc53dee25a72ae', name: 'Bitcoin Testnet 4' },
  { id: 'bip122:00000008819873e925422c1ff0f99f7c', name: 'Bitcoin Signet' },
]
