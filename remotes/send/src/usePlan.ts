import type { Account, Holding, Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useCallback, useRef } from 'react'
import { familyFor } from './plan/families.ts'
import type { FeeSpeed, Plan, SpeedCosts, Transfer } from './plan/plan.ts'

/** Fees change, and a Solana transaction expires after about a minute, so older plans are rebuilt. */
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
  /** Freezes the plan while the wallet is asked. */
  readonly isHeld: boolean
}

export interface Planning {
  /** Undefined while the plan is being prepared. */
  readonly plan: Plan | undefined
  /** Why there is no plan; null without a failure. */
  readonly failure: { readonly error: unknown } | null
  readonly again: () => void
  readonly isOld: () => boolean
  /** The available speeds; while the same payment is rebuilt, the last known speeds. */
  readonly speeds: readonly SpeedCosts[] | undefined
}

/** The transfer for the current input, once complete. */
function transferOf({ account, network, holding, amount, to, publicKey, isSmartAccount, speed }: What) {
  if (!account || !network || !holding || amount === undefined || to === undefined) return undefined
  const token = { address: holding.address, decimals: holding.decimals }
  return { network, from: account.address, to, token, amount, publicKey, isSmartAccount, speed } satisfies Transfer
}

/** Identifies a payment, whatever its speed. */
const paymentOf = ({ network, from, to, token, amount, publicKey, isSmartAccount }: Transfer) =>
  [network.caipNetworkId, from, to, token.address, token.decimals, amount, publicKey, isSmartAccount].join(' ')

/** The transaction for the current input, rebuilt when the input changes and when the transaction expires. */
export function usePlan(what: What): Planning {
  const { acting } = useCommands()
  const transfer = transferOf(what)
  const payment = transfer && paymentOf(transfer)
  const offered = useRef<{ readonly for: string | undefined; readonly speeds: Planning['speeds'] }>(undefined)
  const [answer, again] = useAnswer({
    key: payment && `${payment} ${what.speed}`,
    isHeld: what.isHeld,
    refreshMs: PLAN_LIFETIME_MS,
    async work(signal) {
      if (!transfer) throw new TypeError('Nothing is to be sent')
      const [asking, family] = await Promise.all([acting(), familyFor(transfer.network)])
      const plan = await family.plan(transfer, asking, signal)
      if (!signal.aborted) offered.current = { for: payment, speeds: plan.speeds }
      return { plan, madeAt: Date.now() }
    },
  })
  const made = answer && 'value' in answer ? answer.value : undefined
  // Browsers throttle the timers of hidden pages.
  const madeAt = made?.madeAt ?? 0
  const isOld = useCallback(() => Date.now() - madeAt > PLAN_LIFETIME_MS, [madeAt])
  return {
    plan: made?.plan,
    failure: answer && 'error' in answer ? answer : null,
    again,
    isOld,
    speeds: offered.current?.for === payment ? offered.current?.speeds : undefined,
  }
}
