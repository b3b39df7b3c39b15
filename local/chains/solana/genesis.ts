/**
 * The base58 SHA-256 hash of `Portico Solana`, which no public cluster has. Its first 32 characters are the chain's
 * CAIP-2 reference, used by `scripts/local.mjs`.
 */
export const SOLANA_GENESIS_HASH = 'GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu4c59oq5FsdFW'
