import { createHash } from 'node:crypto'
import { LeastRecentlyUsed } from '../../walletRegistry/leastRecentlyUsed.ts'

const MAX_BYTES = 32_000_000

/** Keeps data that is too long for a request line. */
export interface KeptData {
  /** @returns the address that represents the data */
  keep(data: string): string
  find(address: string): string | undefined
}

/**
 * Some collections store their pictures on the chain, as `data:` addresses of any length. This keeps such data in
 * memory, keyed by its hash, for clients that have just listed it. Data that has been dropped is kept again when it is
 * listed again.
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
