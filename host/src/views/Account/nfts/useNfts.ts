import { type Account, accountKey, type SerializedError, serializeError } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadNftPage } from '../../../account/nfts/loadNftPage.ts'
import {
  NFTS_LIFETIME_MS,
  type NftList,
  nftsRead,
  selectNfts,
  selectNftsSerial,
} from '../../../account/nfts/nftsSlice.ts'
import { selectOptions } from '../../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../../shellContext.ts'
import type { RootState, ShellDispatch } from '../../../store.ts'

/** What to load: the first page, or the page after the last one. */
type Part = 'beginning' | 'more'

interface Asking {
  readonly isLoading?: boolean
  /** Why a part could not be loaded. */
  readonly failure?: { readonly part: Part; readonly error: SerializedError }
}

export interface NftsOfAccount extends Asking {
  /** Undefined: nothing has been read yet. */
  readonly list: NftList | undefined
  /** Loads the next page; does nothing while one is loading, or if there is none. */
  readonly goOn: () => void
  /** Loads once more what failed. */
  readonly retry: () => void
}

const stateOf = (dispatch: ShellDispatch): RootState => dispatch((_, getState) => getState())

/** While shown, the first page is loaded anew after a confirmed transaction, and on return to an old list. */
export function useNfts(account: Account): NftsOfAccount {
  const dispatch = useShellDispatch()
  const { acting } = useCommands()
  const api = useShellSelector((state) => selectOptions(state).endpoints.api)
  const key = accountKey(account)
  const list = useShellSelector((state) => selectNfts(state, key))
  const [asking, setAsking] = useState<Asking & { readonly key?: string }>({})
  /** Of the request in flight. */
  const life = useRef<AbortController>(undefined)

  const ask = useCallback(
    (part: Part) => {
      if (life.current) return
      const now = new AbortController()
      life.current = now
      setAsking({ key, isLoading: true })

      /** Starts over if a transaction was confirmed meanwhile. */
      const read = async () => {
        for (
          let cursor = part === 'more' ? selectNfts(stateOf(dispatch), key)?.next : undefined;
          ;
          cursor = undefined
        ) {
          const serial = selectNftsSerial(stateOf(dispatch))
          const page = await loadNftPage({ acting }, { account, api, cursor }, now.signal)
          if (selectNftsSerial(stateOf(dispatch)) === serial) return { key, cursor, page, at: Date.now() }
        }
      }
      const ended = (outcome: Asking) => {
        life.current = undefined
        setAsking({ key, ...outcome })
      }
      read().then(
        (answer) => {
          if (now.signal.aborted) return
          dispatch(nftsRead(answer))
          ended({})
        },
        (thrown: unknown) => {
          if (!now.signal.aborted) ended({ failure: { part, error: serializeError(thrown, 'service.unreachable') } })
        },
      )
    },
    [account, acting, api, dispatch, key],
  )
  // The same account may arrive as a new object when its wallet reports it again.
  const latest = useRef(ask)
  latest.current = ask

  // biome-ignore lint/correctness/useExhaustiveDependencies: each account and network has its own requests
  useEffect(
    () => () => {
      life.current?.abort()
      life.current = undefined
    },
    [key],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: its age is checked only when the list appears
  useEffect(() => {
    const at = selectNfts(stateOf(dispatch), key)?.at
    if (at !== undefined && Date.now() - at >= NFTS_LIFETIME_MS) latest.current('beginning')
  }, [key])
  const isOutdated = list?.at === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account and network has its own list
  useEffect(() => {
    if (isOutdated) latest.current('beginning')
  }, [isOutdated, key])

  const { isLoading = false, failure } = asking.key === key ? asking : {}
  const next = list?.next
  const goOn = useCallback(() => {
    if (next !== undefined) latest.current('more')
  }, [next])
  const retry = useCallback(() => {
    latest.current(failure?.part === 'more' && !isOutdated ? 'more' : 'beginning')
  }, [failure, isOutdated])
  return { list, isLoading, ...(failure && { failure }), goOn, retry }
}
