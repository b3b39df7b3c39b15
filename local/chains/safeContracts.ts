import type { Address } from 'viem'

/** Safe 1.4.1, deployed by the deterministic deployer with the salt 0. Public networks have other addresses. */
export const SAFE_CONTRACTS = {
  singleton: '0x639245e8476E03e789a244f279b5843b9633b2E7',
  proxyFactory: '0xd9d2Ba03a7754250FDD71333F444636471CACBC4',
  fallbackHandler: '0xcB4a8d3609A7CCa2D9c063a742f75c899BF2f7b5',
  /** Lets a Safe sign a message on-chain; Safes call the library by delegation. */
  signMessageLib: '0x309C7b0A0D2f250Be322739753386911E1187C4E',
} as const satisfies Record<string, Address>

/** A Safe with a single owner, account 2 of the development mnemonic, and 100 ETH. */
export const LOCAL_SAFE = {
  address: '0x7033354bEb41D69bFA79Ee8455f5Bc75B7A4bb8e',
  owners: ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  threshold: 1n,
  saltNonce: 0n,
} as const satisfies { readonly address: Address; readonly owners: readonly Address[] } & Record<string, unknown>
