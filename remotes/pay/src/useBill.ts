import { type PayArguments, selectNetworks } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useDispatch, useSelector } from 'react-redux'
import type { BillProblem } from './bill/bill.ts'
import { billRead, billRefused, type PayRoot, requested, type SiteRequest, selectRequest } from './paySlice.ts'

/** A key for a site's request; a page may pass anything. */
function keyOf(given: PayArguments): string {
  try {
    return JSON.stringify(given, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''
  } catch {
    return 'unreadable'
  }
}

/**
 * A site's payment request, checked against the chain, and a function that retries the check. Kept between visits.
 * @returns undefined if there is no request
 */
export function useBill(given: PayArguments | undefined): readonly [SiteRequest | undefined, () => void] {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const networks = useSelector((state: PayRoot) => selectNetworks(state))
  const known = useSelector(selectRequest)
  const key = given && keyOf(given)
  const isKnown = known?.key === key && known?.bill !== undefined

  const [, again] = useAnswer({
    key: given && !isKnown ? key : undefined,
    async work(signal) {
      if (!given || key === undefined) return
      dispatch(requested(key))
      const refuse = (problem: BillProblem) => dispatch(billRefused({ key, problem }))
      try {
        const [ask, { prepareBill }] = await Promise.all([
          acting(),
          import(/* webpackChunkName: "bill" */ './bill/prepareBill.ts'),
        ])
        const found = await prepareBill(given, networks, ask, signal)
        if (signal.aborted) return
        if ('problem' in found) refuse(found)
        else dispatch(billRead({ key, bill: found }))
      } catch {
        if (!signal.aborted) refuse({ problem: 'pay.problem.unprepared', isTemporary: true })
      }
    },
  })

  return [key === undefined ? undefined : known?.key === key ? known : { key }, again]
}
