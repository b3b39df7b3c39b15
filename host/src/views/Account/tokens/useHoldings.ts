import {
  type Account,
  BALANCE_RETRY_MS,
  type ChainNamespace,
  type Holding,
  type SerializedError,
  selectHoldings,
  serializeError,
} from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useRef, useState } from 'react'
import type { CacheEntry } from '../../../account/cache.ts'
import { selectOptions } from '../../../settingsSlice.ts'
import { useShellSelector } from '../../../shellContext.ts'
import { useWhileSeen } from '../useWhileSeen.ts'

export interface KnownHoldings {
  /** The holdings that were known last. */
  readonly value?: readonly Holding[] | undefined
  /** Why the holdings are not up to date. */
  readonly error?: SerializedError | undefined
  /** Retries at once, because the visitor has asked. */
  readonly retry: () => void
}

/** The families that the services support. */
const FAMILIES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122']

/**
 * Keeps the holdings up to date while they are shown, also after a transaction, and half a minute after a failure
 * (rules.md §8). If the services report that they have no source for the holdings, they are asked again only on a
 * click. Undefined if nothing is requested.
 */
export function useHoldings(account: Account | undefined): KnownHoldings | undefined {
  const { acting } = useCommands()
  const isServed = useShellSelector((state) => {
    const { projectId, basic } = selectOptions(state)
    return Boolean(account && FAMILIES.includes(account.namespace) && projectId && !basic)
  })
  // Present only after the acting code has loaded, which happens with the first request.
  const known = useShellSelector((state) => selectHoldings(state, account)) as
    | CacheEntry<readonly Holding[]>
    | undefined
  const [failure, setFailure] = useState<SerializedError>()
  const failedAt = useRef(Number.NEGATIVE_INFINITY)

  const load = useCallback(
    async (isForced = false) => {
      if (!isForced && Date.now() - failedAt.current < BALANCE_RETRY_MS) return
      try {
        const { loadHoldings } = await acting()
        setFailure(undefined)
        await loadHoldings(isForced)
      } catch (thrown) {
        failedAt.current = Date.now()
        setFailure(serializeError(thrown, 'balance.unavailable'))
      }
    },
    [acting],
  )
  const error = failure ?? known?.error
  const isPaused = error?.code === 'balance.unavailable'
  const key = isServed ? `${account?.caipAddress} ${known?.serial ?? ''}` : undefined
  useWhileSeen(load, key, isPaused)
  return isServed ? { value: known?.value, error, retry: () => void load(true) } : undefined
}
