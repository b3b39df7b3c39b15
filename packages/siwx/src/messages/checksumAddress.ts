/** A separate file, so that only sites with EVM networks load the hash function. */
export { getAddress } from 'viem/utils'
