import type { CaipNetworkId, SIWXMessageData } from '@portico/contracts'

/** The fields with a line of their own, in the order of EIP-4361. */
export const LABELS = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const satisfies Partial<Record<keyof SIWXMessageData, string>>

export type FieldName = keyof typeof LABELS

/** The differences between the chain families' formats. */
export interface Layout {
  /** The blockchain named in the first line. */
  readonly blockchain: string
  readonly order: readonly FieldName[]
  /** Whether a missing statement leaves an empty line. */
  readonly keepsEmptyStatement: boolean
  /** The value after `Chain ID:`; undefined for a network that does not belong to the family. */
  writeChainId(chainId: CaipNetworkId): string | undefined
  readChainId(text: string): CaipNetworkId | undefined
}

const EIP4361_ORDER = Object.keys(LABELS) as FieldName[]
/** EIP-4361's order, but with the chain id last. */
const CAIP122_ORDER = [...EIP4361_ORDER.filter((name) => name !== 'chainId'), 'chainId'] as const

const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)

/** EIP-4361: the chain id is a number, and the blockchain is always called Ethereum. */
const eip155: Layout = {
  blockchain: 'Ethereum',
  order: EIP4361_ORDER,
  keepsEmptyStatement: true,
  writeChainId: (chainId) => (/^\d+$/.test(referenceOf(chainId)) ? referenceOf(chainId) : undefined),
  readChainId: (text) => (/^\d+$/.test(text) ? `eip155:${text}` : undefined),
}

/** Cluster names in Sign In With Solana. */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyUS88uRDiswHXSCKY3': 'testnet',
}

/** Sign In With Solana. Clusters that have no name in that format, such as local ones, are written as CAIP-2 ids. */
const solana: Layout = {
  blockchain: 'Solana',
  order: EIP4361_ORDER,
  keepsEmptyStatement: false,
  writeChainId: (chainId) => CLUSTERS[referenceOf(chainId)] ?? chainId,
  readChainId(text) {
    const name = text.startsWith('solana:') ? referenceOf(text) : text
    const reference = Object.keys(CLUSTERS).find((key) => CLUSTERS[key] === name)
    return reference || text.startsWith('solana:') ? `solana:${reference ?? name}` : undefined
  },
}

/** Plain CAIP-122, for families without a format of their own. */
const caip122 = (namespace: string, blockchain: string): Layout => ({
  blockchain,
  order: CAIP122_ORDER,
  keepsEmptyStatement: false,
  writeChainId: (chainId) => chainId,
  readChainId: (text) => (new RegExp(`^${namespace}:\\S+$`).test(text) ? (text as CaipNetworkId) : undefined),
})

const LAYOUTS: Readonly<Record<string, Layout>> = {
  eip155,
  solana,
  bip122: caip122('bip122', 'Bitcoin'),
  polkadot: caip122('polkadot', 'Polkadot'),
  cosmos: caip122('cosmos', 'Cosmos'),
}

export const layoutOf = (chainId: string): Layout | undefined =>
  Object.hasOwn(LAYOUTS, chainId.split(':')[0] ?? '') ? LAYOUTS[chainId.split(':')[0] ?? ''] : undefined

export const layoutNamed = (blockchain: string): Layout | undefined =>
  Object.values(LAYOUTS).find((layout) => layout.blockchain === blockchain)
