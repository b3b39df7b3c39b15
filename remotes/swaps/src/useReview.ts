import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { approvalOf } from './approval.ts'
import { gasPlanned, type SwapsHostState } from './swapsSlice.ts'
import { usePlan } from './usePlan.ts'
import { usePrice } from './usePrice.ts'
import { useSigning } from './useSigning.ts'
import { useHoldings, useSwap } from './useSwap.ts'

/** The swap under review: its next step as the wallet would sign it, and how far it has come. */
export function useReview(visit: AbortSignal) {
  const dispatch = useDispatch()
  const { sign, isAsking } = useSigning(visit)
  useHoldings()
  const { account, network, from, to, amount, slippageBps, holdings } = useSwap()
  const wish =
    account && network && from && to && typeof amount === 'bigint'
      ? { account: account.address, network, from, to, amount, slippageBps }
      : undefined
  const approval = useSelector((state: SwapsHostState) => approvalOf(state, wish))
  const isApproving = approval?.phase === 'pending'
  const [planned, again] = usePlan(wish, isApproving || isAsking)

  // After an approval the swap is requested at once.
  const phase = useRef(approval?.phase)
  useEffect(() => {
    if (phase.current === 'pending' && approval?.phase !== 'pending') again()
    phase.current = approval?.phase
  }, [approval?.phase, again])

  const plan = planned && 'value' in planned && planned.value.step !== 'noRoute' ? planned.value : undefined
  const price = usePrice(plan)
  // _Max_ keeps this gas back.
  useEffect(() => {
    if (plan?.step !== 'swap') return
    dispatch(gasPlanned({ caipNetworkId: plan.request.caipNetworkId, gas: String(plan.gas) }))
  }, [plan, dispatch])

  return { wish, holdings, approval, isApproving, isAsking, planned, plan, price, again, sign }
}

export type Review = ReturnType<typeof useReview>
