/** A network's kind determines its address prefixes. Testnet 3, testnet 4 and signet have the same prefixes. */
export type NetworkKind = 'mainnet' | 'testnet' | 'regtest'

/** The kinds of networks whose coins are worthless. */
export const TEST_KINDS: readonly NetworkKind[] = ['testnet', 'regtest']

/** The kinds, keyed by network id: `bip122:` and the first 32 digits of the first block's hash (CAIP-4). */
const KINDS: Readonly<Record<string, NetworkKind>> = {
  'bip122:000000000019d6689c085ae165831e93': 'mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'testnet', // testnet 3
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet', // testnet 4
  'bip122:00000008819873e925422c1ff0f99f7c': 'testnet', // signet
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

/** Undefined for an unknown network. */
export const networkKindOf = (caipNetworkId: string): NetworkKind | undefined =>
  Object.hasOwn(KINDS, caipNetworkId) ? KINDS[caipNetworkId] : undefined
