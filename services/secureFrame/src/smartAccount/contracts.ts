/**
 * A smart account is a Safe 1.4.1 of one owner (decision 0024). The addresses stand beside the names by which requests to them
 * are described.
 */
export { ENTRY_POINT, SAFE } from '@portico/contracts/preview'

/** keccak-256 of the code that creates a proxy of that singleton: what `proxyCreationCode()` answers, and its argument. */
export const PROXY_INIT_CODE_HASH = 'e298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

/** The first Safe of an owner; there are no others. */
export const SALT_NONCE = 0n
