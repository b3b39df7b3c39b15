import type { ReadTransaction } from './readTransaction.ts'

/** For each payer, the transactions that the chain has accepted but holds back from execution. */
export function createWaiting() {
  /** Held transactions, keyed by payer. */
  const held = new Map<string, ReadTransaction[]>()
  return {
    /** @param payer whose transactions wait from now on */
    hold(payer: string): void {
      if (!held.has(payer)) held.set(payer, [])
    },
    /** Holds the transaction if its payer's transactions wait. Returns whether it is held. */
    keeps(transaction: ReadTransaction): boolean {
      const own = held.get(transaction.message.accountKeys[0] ?? '')
      own?.push(transaction)
      return own !== undefined
    },
    /** Returns all held transactions and ends the holding. */
    end(): readonly ReadTransaction[] {
      const all = [...held.values()].flat()
      held.clear()
      return all
    },
  }
}
