import type { Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { type Answer, useAnswer } from '@portico/contracts/ui/forms'
import type { Bill, BillToken } from './bill/bill.ts'
import { planFor } from './plan/families.ts'
import type { Plan } from './plan/plan.ts'

/** Prices and fees change, so older plans are rebuilt. */
export const PLAN_LIFETIME_MS = 30_000

interface What {
  readonly bill: Bill | undefined
  readonly network: Network | undefined
  /** Absent if no wallet pays. */
  readonly account: string | undefined
  readonly source: BillToken | undefined
  /** Freezes the plan while the wallet is asked, or while a sent transaction decides the next step. */
  readonly isHeld: boolean
}

/** The transaction for the current input, rebuilt when the input changes and when the transaction expires. */
export function usePlan({ bill, network, account, source, isHeld }: What): readonly [Answer<Plan>, () => void] {
  const { acting } = useCommands()
  const wish = bill && network && account !== undefined && source ? { bill, network, account, source } : undefined
  return useAnswer<Plan>({
    key: wish && `${JSON.stringify(bill)} ${account} ${source?.address}`,
    isHeld,
    refreshMs: PLAN_LIFETIME_MS,
    async work(signal) {
      if (!wish) throw new TypeError('Nothing is to be paid')
      const [asking, plan] = await Promise.all([acting(), planFor(wish.network)])
      return plan(wish, asking, signal)
    },
  })
}
