import { type Account, type HostState, type Network, selectHoldings, selectTransactions } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { type Answer, useAnswer } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { readEvm } from './evm/readEvm.ts'
import type { Gap, Reading } from './grant.ts'
import { readSolana } from './solana/readSolana.ts'

/** Both readings as one: the later one has looked at older blocks. */
function joined(one: Reading, older: Reading): Reading {
  const known = new Set(one.grants.map(({ id }) => id))
  const gaps: readonly Gap[] = [...one.gaps.filter(({ type }) => type !== 'older'), ...older.gaps]
  return { grants: [...one.grants, ...older.grants.filter(({ id }) => !known.has(id))], gaps }
}

interface Older {
  readonly key: string
  readonly reading?: Reading
  readonly isReading: boolean
}

/**
 * What the account has allowed. Read again when one of its transactions is confirmed.
 * @returns the answer; a function that reads everything again; and one that reads blocks before the given one, while
 *   `isLooking` is true
 */
export function useReading(account: Account | undefined, network: Network | undefined, visit: AbortSignal) {
  const { acting } = useCommands()
  const store = useStore<HostState>()
  const confirmed = useSelector(
    (state: HostState) => selectTransactions(state).filter(({ phase }) => phase === 'confirmed').length,
  )
  const key = account && network ? `${account.caipAddress} ${confirmed}` : undefined
  const [older, setOlder] = useState<Older>()

  async function read(signal: AbortSignal, before?: bigint): Promise<Reading> {
    if (!account || !network) throw new TypeError('There is no account.')
    const asking = await acting()
    await asking.loadHoldings()
    const holdings = selectHoldings(store.getState(), account)?.value ?? []
    const question = { network, owner: account.address, holdings }
    return account.namespace === 'solana'
      ? readSolana(asking, question, signal)
      : readEvm(asking, { ...question, before }, signal)
  }
  const [first, again] = useAnswer({ key, work: (signal) => read(signal) })

  async function lookBack(before: bigint) {
    if (key === undefined || older?.isReading) return
    const known = older?.key === key ? older.reading : undefined
    setOlder({ key, isReading: true, ...(known && { reading: known }) })
    try {
      const more = await read(visit, before)
      setOlder({ key, isReading: false, reading: known ? joined(known, more) : more })
    } catch {
      // The gap stays where it was, with its button.
      if (!visit.aborted) setOlder({ key, isReading: false, ...(known && { reading: known }) })
    }
  }

  const extra = older?.key === key ? older?.reading : undefined
  const answer: Answer<Reading> = first && 'value' in first && extra ? { value: joined(first.value, extra) } : first
  return { answer, again, lookBack, isLooking: older?.key === key && older?.isReading === true }
}
