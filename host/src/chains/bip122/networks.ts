import type { CaipNetworkId } from '@portico/contracts'

/** One network with its name in each kind of wallet. An absent name means that this kind does not support it. */
export interface BitcoinNetwork {
  /** `bip122:` and the first 32 digits of the genesis block's hash (CAIP-4). */
  readonly caipNetworkId: CaipNetworkId
  /** The chain's name in Wallet Standard. */
  readonly standard: string
  /** A value of sats-connect's `BitcoinNetworkType`. */
  readonly satsConnect: string
  readonly leather?: string
  /** The `enum` by which UniSat identifies the chain. */
  readonly unisat?: string
  /** The property of `window.okxwallet` with the provider for this network: OKX has one per network. */
  readonly okx?: string
}

/** Testnet is testnet3; testnet4 is a separate network (chains.md, pitfall 21). */
export const NETWORKS: readonly BitcoinNetwork[] = [
  {
    caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
    standard: 'bitcoin:mainnet',
    satsConnect: 'Mainnet',
    leather: 'mainnet',
    unisat: 'BITCOIN_MAINNET',
    okx: 'bitcoin',
  },
  {
    caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
    standard: 'bitcoin:testnet',
    satsConnect: 'Testnet',
    leather: 'testnet',
    unisat: 'BITCOIN_TESTNET',
    okx: 'bitcoinTestnet',
  },
  {
    caipNetworkId: 'bip122:00000000da84f2bafbbc53dee25a72ae',
    standard: 'bitcoin:testnet4',
    satsConnect: 'Testnet4',
    unisat: 'BITCOIN_TESTNET4',
  },
  {
    caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c',
    standard: 'bitcoin:signet',
    satsConnect: 'Signet',
    leather: 'signet',
    unisat: 'BITCOIN_SIGNET',
    okx: 'bitcoinSignet',
  },
  {
    caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    standard: 'bitcoin:regtest',
    satsConnect: 'Regtest',
    leather: 'regtest',
    unisat: 'BITCOIN_REGTEST',
  },
]

/** Undefined for anything but a known Bitcoin network. */
export const networkOf = (caipNetworkId: string): BitcoinNetwork | undefined =>
  NETWORKS.find((network) => network.caipNetworkId === caipNetworkId)

/** The network that a kind of wallet calls by this name. */
export const networkNamed = (
  kind: 'standard' | 'satsConnect' | 'leather' | 'unisat',
  name: unknown,
): BitcoinNetwork | undefined =>
  typeof name === 'string' ? NETWORKS.find((network) => network[kind] === name) : undefined
