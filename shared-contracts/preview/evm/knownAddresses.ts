/** Contracts to be sure of: their calls concern other contracts. Each has one address on all networks of its kind. */
const PERMIT2: readonly string[] = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  // zkSync and its forks
  '0x0000000000225e31d15943971f47ad3022f714fa',
]
export const isPermit2 = (address: string) => PERMIT2.includes(address)

/** Safe's MultiSend and MultiSendCallOnly, versions 1.3.0 (both deployments) and 1.4.1. */
const MULTI_SEND: readonly string[] = [
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
]
export const isMultiSend = (address: string) => MULTI_SEND.includes(address)
