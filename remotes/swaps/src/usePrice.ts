import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { isWorse } from './formulas.ts'
import type { AskedPlan } from './plan.ts'
import { aboutOf } from './service.ts'
import { impactAccepted, priceAccepted, selectSwaps } from './swapsSlice.ts'

/** What the visitor has agreed to, and whether a plan that was made anew is still that. */
export function usePrice(plan: AskedPlan | undefined) {
  const dispatch = useDispatch()
  const { accepted: last } = useSelector(selectSwaps)
  const about = plan && aboutOf(plan.wish)
  const accepted = last?.about === about ? last : undefined
  const quoted = plan && String(plan.quoted)
  const accept = () => {
    if (about !== undefined && quoted !== undefined) dispatch(priceAccepted({ about, quoted }))
  }
  // Whoever has come here by another way than the form agrees to what they see first.
  useEffect(() => {
    if (!accepted && about !== undefined && quoted !== undefined) dispatch(priceAccepted({ about, quoted }))
  }, [accepted, about, quoted, dispatch])

  const before = accepted && BigInt(accepted.quoted)
  return {
    /** What was agreed to, where a plan is worse than that by more than the slippage. */
    before: plan && before !== undefined && isWorse(plan.quoted, before, plan.wish.slippageBps) ? before : undefined,
    accept,
    isWarned: accepted?.isWarned === true,
    warn: () => void dispatch(impactAccepted()),
  }
}
