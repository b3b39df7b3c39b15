import { decodeBase58 } from '@portico/contracts/chains/bytes'

const KEY_BYTES = 32
/** 32 bytes in base58 are never shorter and never longer. */
const LENGTH = /^.{32,44}$/

/** Exactly the base58 of 32 bytes, from the first character to the last (chains.md, pitfall 38). */
export const isSolanaAddress = (value: unknown): value is string =>
  typeof value === 'string' && LENGTH.test(value) && decodeBase58(value)?.length === KEY_BYTES
