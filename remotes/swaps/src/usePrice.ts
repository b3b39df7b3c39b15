import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { isWorse } from './formulas.ts'
import type { SignablePlan } from './plan.ts'
import { aboutOf } from './service.ts'
import { impactAccepted, priceAccepted, selectSwaps } from './swapsSlice.ts'

/** The accepted quote, and whether a rebuilt plan still honors it. */
export function usePrice(plan: SignablePlan | undefined) {
  const dispatch = useDispatch()
  const { accepted: last } = useSelector(selectSwaps)
  const about = plan && aboutOf(plan.wish)
  const accepted = last?.about === about ? last : undefined
  const quoted = plan && String(plan.quoted)
  const accept = () => {
    if (about !== undefined && quoted !== undefined) dispatch(priceAccepted({ about, quoted }))
  }
  // A visitor who did not come through the form accepts the first quote shown.
  useEffect(() => {
    if (!accepted && about !== undefined && quoted !== undefined) dispatch(priceAccepted({ about, quoted }))
  }, [accepted, about, quoted, dispatch])

  const before = accepted && BigInt(accepted.quoted)
  return {
    /** The accepted quote, if the plan is worse by more than the slippage. */
    before: plan && before !== undefined && isWorse(plan.quoted, before, plan.wish.slippageBps) ? before : undefined,
    accept,
    isWarned: accepted?.isWarned === true,
    warn: () => void dispatch(impactAccepted()),
  }
}
