/**
 * Base58 of SHA-256 of `Portico Solana`: no public cluster has it. Its first 32 characters are the chain's reference in
 * CAIP-2; `scripts/local.mjs` names them.
 */
export const SOLANA_GENESIS_HASH = 'GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu4c59oq5FsdFW'
