import type { Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import type { Bill, BillToken } from './bill/bill.ts'
import { planFor } from './plan/families.ts'
import type { Plan } from './plan/plan.ts'

/** How far the transaction is. Undefined: it is being prepared. */
export type Planned = { readonly plan: Plan } | { readonly error: unknown } | undefined

/** Prices and fees move: what is older is prepared anew. */
export const PLAN_LIFETIME_MS = 30_000

interface What {
  readonly bill: Bill | undefined
  readonly network: Network | undefined
  /** Absent: nobody pays from a wallet. */
  readonly account: string | undefined
  readonly source: BillToken | undefined
  /** The wallet is being asked for it, or what was sent decides what is next: nothing changes meanwhile. */
  readonly isHeld: boolean
}

/** The transaction for what is on the screen, made anew whenever any of it changes, and when it has grown old. */
export function usePlan({ bill, network, account, source, isHeld }: What): readonly [Planned, () => void] {
  const { acting } = useCommands()
  const [attempt, setAttempt] = useState(0)
  const [renewal, setRenewal] = useState(0)
  const [planned, setPlanned] = useState<{ readonly of: unknown; readonly result: Planned }>()
  const of = `${bill && JSON.stringify(bill)} ${account} ${source?.address} ${attempt}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal prepares the same once more; the rest counts by its content
  useEffect(() => {
    if (!bill || !network || account === undefined || !source) return
    const life = new AbortController()
    const tell = (result: Planned) => {
      if (!life.signal.aborted) setPlanned({ of, result })
    }
    const planning = async () => {
      const [asking, plan] = await Promise.all([acting(), planFor(network)])
      return plan({ bill, network, account, source }, asking, life.signal)
    }
    planning().then(
      (plan) => tell({ plan }),
      (error) => tell({ error }),
    )
    return () => life.abort()
  }, [of, network, acting, renewal])

  const result = planned?.of === of ? planned.result : undefined
  const isReady = result !== undefined && 'plan' in result
  useEffect(() => {
    if (!isReady || isHeld || !result) return
    const timer = setTimeout(() => setRenewal((before) => before + 1), PLAN_LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [isReady, isHeld, result])

  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return [result, again]
}
