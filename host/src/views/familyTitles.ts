import type { ChainNamespace } from '@portico/contracts'

/** Message keys for the names of the chain families. */
export const FAMILY_TITLES: Readonly<Record<ChainNamespace, string>> = {
  bip122: 'host.family.bip122',
  cosmos: 'host.family.cosmos',
  eip155: 'host.family.eip155',
  polkadot: 'host.family.polkadot',
  solana: 'host.family.solana',
}

/** Test ids of the family tabs, which sites' own tests use. They are the same in every language. */
export const FAMILY_TAB_IDS: Readonly<Record<ChainNamespace, string>> = {
  bip122: 'tab-bitcoin',
  cosmos: 'tab-cosmos',
  eip155: 'tab-evm',
  polkadot: 'tab-polkadot',
  solana: 'tab-solana',
}
