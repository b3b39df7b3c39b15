/** As many bits as a secp256k1 or ed25519 key; 24 words of BIP-39. */
export const SEED_BYTES = 32

/** Makes the seed of all keys of a wallet. The caller overwrites it. */
export const createSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED_BYTES))
