/** A smart account is a Safe 1.4.1 with one owner (decision 0024); the preview describes requests to its contracts. */
export { ENTRY_POINT, SAFE } from '@portico/contracts/preview'

/** keccak-256 of the code that creates a proxy of that singleton: `proxyCreationCode()` and its argument. */
export const PROXY_INIT_CODE_HASH = 'e298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

/** For each owner's first and only Safe. */
export const SALT_NONCE = 0n
