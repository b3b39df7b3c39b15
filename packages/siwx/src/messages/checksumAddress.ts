/** In a file of its own, so that only sites with EVM networks fetch the hash function. */
export { getAddress } from 'viem/utils'
