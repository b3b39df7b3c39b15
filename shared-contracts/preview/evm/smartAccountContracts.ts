import type { Hex } from '../description.ts'

/**
 * The contracts of the embedded wallet's smart accounts: a Safe 1.4.1 with Safe's ERC-4337 module (EntryPoint 0.7).
 * Each has the same address on every network where it exists.
 */
export const SAFE = {
  /** `SafeL2`, which emits an event for everything it does. */
  singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  /** `Safe4337Module` 0.3.0. Also the fallback handler, so it answers ERC-1271 calls. */
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
} as const satisfies Record<string, Hex>

/** The entry point of ERC-4337, version 0.7. */
export const ENTRY_POINT: Hex = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
