import { createHash } from 'node:crypto'
import { LeastRecentlyUsed } from '../../walletRegistry/leastRecentlyUsed.ts'

const MAX_BYTES = 32_000_000

/** Data too long for a request line. */
export interface KeptData {
  /** @returns their placeholder in an address */
  keep(data: string): string
  find(address: string): string | undefined
}

/**
 * Some collections have their pictures on the chain, as `data:` of any length. Keeps them in memory by their hash for
 * clients that have just listed them; forgotten ones return with the next list.
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
