import type { Address } from 'viem'

/**
 * The contracts of the embedded wallet's smart accounts, at their addresses on public networks: ERC-4337 and Safe
 * 1.4.1.
 */
export const SMART_ACCOUNT_CONTRACTS = {
  /** 0.7 */
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  /** Validates user operations for a Safe: `Safe4337Module` 0.3.0. */
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
} as const satisfies Record<string, Address>

/** Safe's own deployer, which Safe uses on every network. */
export const SAFE_DEPLOYER: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

/** The salt with which the deterministic deployer creates the EntryPoint. */
export const ENTRY_POINT_SALT = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
