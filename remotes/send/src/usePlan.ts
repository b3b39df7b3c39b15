import type { Account, Holding, Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import { familyFor } from './plan/families.ts'
import type { FeeSpeed, Plan, SpeedCosts, Transfer } from './plan/plan.ts'

/** How far the transaction is. Undefined: it is being prepared. */
export type Planned = { readonly plan: Plan } | { readonly error: unknown } | undefined

/** Fees move, and a cluster takes a transaction for about a minute: what is older is prepared anew. */
const PLAN_LIFETIME_MS = 30_000

interface What {
  readonly account: Account | undefined
  readonly network: Network | undefined
  readonly holding: Holding | undefined
  readonly amount: bigint | undefined
  readonly to: string | undefined
  readonly publicKey: string | undefined
  readonly isSmartAccount: boolean
  readonly speed: FeeSpeed | undefined
  /** The wallet is being asked for it: nothing changes meanwhile. */
  readonly isHeld: boolean
}

export interface Planning {
  readonly planned: Planned
  readonly again: () => void
  readonly isOld: () => boolean
  /** What can be chosen: as it was last known, while the same payment is prepared anew. */
  readonly speeds: readonly SpeedCosts[] | undefined
}

/** The transaction for what is on the screen, made anew whenever any of it changes, and when it has grown old. */
export function usePlan({
  account,
  network,
  holding,
  amount,
  to,
  publicKey,
  isSmartAccount,
  speed,
  isHeld,
}: What): Planning {
  const { acting } = useCommands()
  const [attempt, setAttempt] = useState(0)
  const [renewal, setRenewal] = useState(0)
  const [planned, setPlanned] = useState<{ readonly of: unknown; readonly result: Planned; readonly madeAt: number }>()
  const [offered, setOffered] = useState<{ readonly for: string; readonly speeds: Planning['speeds'] }>()
  const from = account?.address
  const token = holding?.address
  const decimals = holding?.decimals
  const payment = `${network?.caipNetworkId} ${from} ${to} ${token} ${amount}`
  const of = `${payment} ${speed} ${attempt}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal prepares the same once more
  useEffect(() => {
    if (!network || from === undefined || to === undefined || amount === undefined || decimals === undefined) return
    const life = new AbortController()
    const tell = (result: Planned) => {
      if (life.signal.aborted) return
      setPlanned({ of, result, madeAt: Date.now() })
      if (result && 'plan' in result) setOffered({ for: payment, speeds: result.plan.speeds })
    }
    const what = { address: token, decimals }
    const transfer: Transfer = { network, from, to, token: what, amount, publicKey, isSmartAccount, speed }
    const planning = async () => {
      const [asking, family] = await Promise.all([acting(), familyFor(network)])
      return family.plan(transfer, asking, life.signal)
    }
    planning().then(
      (plan) => tell({ plan }),
      (error) => tell({ error }),
    )
    return () => life.abort()
  }, [of, network, from, to, token, decimals, amount, publicKey, isSmartAccount, speed, acting, renewal])

  const result = planned?.of === of ? planned.result : undefined
  const isReady = result !== undefined && 'plan' in result
  useEffect(() => {
    if (!isReady || isHeld || !result) return
    const timer = setTimeout(() => setRenewal((before) => before + 1), PLAN_LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [isReady, isHeld, result])

  const again = useCallback(() => setAttempt((before) => before + 1), [])
  // Browsers hold timers back in pages that nobody looks at.
  const madeAt = planned?.madeAt ?? 0
  const isOld = useCallback(() => Date.now() - madeAt > PLAN_LIFETIME_MS, [madeAt])
  return { planned: result, again, isOld, speeds: offered?.for === payment ? offered.speeds : undefined }
}
