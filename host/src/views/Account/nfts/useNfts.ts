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

/** What to load: the first page, or the page after the one that was loaded last. */
type Part = 'beginning' | 'more'

interface Asking {
  readonly isLoading?: boolean
  /** Which part could not be loaded, and why. */
  readonly failure?: { readonly part: Part; readonly error: SerializedError }
}

export interface NftsOfAccount extends Asking {
  /** Undefined while nothing has been read. */
  readonly list: NftList | undefined
  /** Loads the next page. Does nothing while a page is loading, or if there is no further page. */
  readonly goOn: () => void
  /** Loads again what has failed. */
  readonly retry: () => void
}

const stateOf = (dispatch: ShellDispatch): RootState => dispatch((_, getState) => getState())

/**
 * Provides an account's NFTs. While they are shown, the first page is loaded again after a confirmed transaction, and
 * when the visitor returns to an old list.
 */
export function useNfts(account: Account): NftsOfAccount {
  const dispatch = useShellDispatch()
  const { acting } = useCommands()
  const api = useShellSelector((state) => selectOptions(state).endpoints.api)
  const key = accountKey(account)
  const list = useShellSelector((state) => selectNfts(state, key))
  const [asking, setAsking] = useState<Asking & { readonly key?: string }>({})
  /** Aborts the request in flight. */
  const life = useRef<AbortController>(undefined)

  const ask = useCallback(
    (part: Part) => {
      if (life.current) return
      const now = new AbortController()
      life.current = now
      setAsking({ key, isLoading: true })

      /** Reads the part; starts over if a transaction was confirmed meanwhile. */
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
  // When the wallet reports an account again, the same account may be a new object.
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
