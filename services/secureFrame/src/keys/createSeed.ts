/** As many bits as a secp256k1 or ed25519 key has; 24 words of BIP-39. */
export const SEED_BYTES = 32

/** What every key of a wallet is made of. Whoever asks for it overwrites it. */
export const createSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SEED_BYTES))
