import { randomNonce } from '@portico/siwx/messages'

const LIFETIME_MS = 600_000
/** Limits the memory used: beyond this number, the oldest nonces are dropped. */
const MOST = 100_000

export interface Nonces {
  create(): string
  /** Returns true only on the nonce's first use, and only before the nonce expires. */
  use(nonce: string): boolean
}

/** Kept in memory; with several processes, use shared storage such as Redis with an expiry. */
export function createNonces(now: () => number): Nonces {
  const ends = new Map<string, number>()
  return {
    create() {
      const [oldest] = ends.keys()
      if (ends.size >= MOST && oldest !== undefined) ends.delete(oldest)
      const nonce = randomNonce()
      ends.set(nonce, now() + LIFETIME_MS)
      return nonce
    },
    use(nonce) {
      const end = ends.get(nonce) ?? 0
      ends.delete(nonce)
      return end > now()
    },
  }
}
