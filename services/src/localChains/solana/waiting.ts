import type { ReadTransaction } from './readTransaction.ts'

/** Transactions that the chain has taken, and that no slot has yet: those of the accounts whose transactions are to wait. */
export function createWaiting() {
  /** By who pays for them. */
  const held = new Map<string, ReadTransaction[]>()
  return {
    /** @param payer whose transactions wait from now on */
    hold(payer: string): void {
      if (!held.has(payer)) held.set(payer, [])
    },
    /** Whether it waits now. */
    keeps(transaction: ReadTransaction): boolean {
      const own = held.get(transaction.message.accountKeys[0] ?? '')
      own?.push(transaction)
      return own !== undefined
    },
    /** What has waited; nothing does any more. */
    end(): readonly ReadTransaction[] {
      const all = [...held.values()].flat()
      held.clear()
      return all
    },
  }
}
