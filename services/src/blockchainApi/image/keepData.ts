import { createHash } from 'node:crypto'
import { LeastRecentlyUsed } from '../../walletRegistry/leastRecentlyUsed.ts'

const MAX_BYTES = 32_000_000

/** Data that are too long for the line of a request. */
export interface KeptData {
  /** @returns what stands for them in an address */
  keep(data: string): string
  find(address: string): string | undefined
}

/**
 * Some collections have their pictures on the chain, as `data:` of any length. They are kept in memory by their hash for
 * whoever has just been told of them; what is forgotten is kept again with the next list.
 */
export function keepData(): KeptData {
  const kept = new LeastRecentlyUsed<string>(MAX_BYTES, (data) => 2 * data.length)
  return {
    keep(data) {
      const address = `kept:${createHash('sha256').update(data).digest('hex')}`
      kept.set(address, data)
      return address
    },
    find: (address) => kept.get(address),
  }
}
