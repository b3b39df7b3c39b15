import { type PayArguments, selectNetworks } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type Asked, asked as askedFor, billRead, billRefused, type PayRoot, selectAsked } from './paySlice.ts'

/** What tells one request of a site from another; a page may hand over anything. */
function keyOf(given: PayArguments): string {
  try {
    return JSON.stringify(given, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''
  } catch {
    return 'unreadable'
  }
}

/**
 * What a site asks to be paid, checked with the chain; who comes back to it finds it as it was.
 * @returns undefined where nothing is asked for, and what asks the chain once more
 */
export function useBill(given: PayArguments | undefined): readonly [Asked | undefined, () => void] {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const networks = useSelector((state: PayRoot) => selectNetworks(state))
  const known = useSelector(selectAsked)
  const [attempt, setAttempt] = useState(0)
  const key = given && keyOf(given)
  const isKnown = known?.key === key && known?.bill !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for counts by its content; an attempt asks once more
  useEffect(() => {
    if (!given || key === undefined || isKnown) return
    const life = new AbortController()
    dispatch(askedFor(key))
    const work = async () => {
      const [ask, { prepareBill }] = await Promise.all([
        acting(),
        import(/* webpackChunkName: "bill" */ './bill/prepareBill.ts'),
      ])
      const found = await prepareBill(given, networks, ask, life.signal)
      if (life.signal.aborted) return
      dispatch('problem' in found ? billRefused({ key, problem: found }) : billRead({ key, bill: found }))
    }
    work().catch(() => {
      if (life.signal.aborted) return
      dispatch(billRefused({ key, problem: { problem: 'pay.problem.unprepared', isTemporary: true } }))
    })
    return () => life.abort()
  }, [key, attempt])

  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return [key === undefined ? undefined : known?.key === key ? known : { key }, again]
}
