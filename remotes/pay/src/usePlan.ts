import type { Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { type Answer, useAnswer } from '@portico/contracts/ui/forms'
import type { Bill, BillToken } from './bill/bill.ts'
import { planFor } from './plan/families.ts'
import type { Plan } from './plan/plan.ts'

/** Prices and fees move: an older plan is made again. */
export const PLAN_LIFETIME_MS = 30_000

interface What {
  readonly bill: Bill | undefined
  readonly network: Network | undefined
  /** Absent where no wallet pays. */
  readonly account: string | undefined
  readonly source: BillToken | undefined
  /** The wallet is being asked for it, or what was sent decides what is next: nothing changes meanwhile. */
  readonly isHeld: boolean
}

/** The transaction for what is on the screen, made again whenever any of it changes, and when it has grown old. */
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
