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

/** What of a list is asked for: its beginning, or what comes behind the last one. */
type Part = 'beginning' | 'more'

interface Asking {
  readonly isLoading?: boolean
  /** Why there is no answer, and to what. */
  readonly failure?: { readonly part: Part; readonly error: SerializedError }
}

export interface NftsOfAccount extends Asking {
  /** Undefined: nothing has been read yet. */
  readonly list: NftList | undefined
  /** Asks for what comes behind the last one; nothing happens while something is on its way, or where nothing is behind it. */
  readonly goOn: () => void
  /** Asks once more for what could not be had. */
  readonly retry: () => void
}

const stateOf = (dispatch: ShellDispatch): RootState => dispatch((_, getState) => getState())

/**
 * What an account holds on its network. While a view shows it, its beginning is read again after each transaction that was
 * confirmed; and when somebody comes back to what is older than 30 s. What is on its way ends when the view goes.
 */
export function useNfts(account: Account): NftsOfAccount {
  const dispatch = useShellDispatch()
  const { acting } = useCommands()
  const api = useShellSelector((state) => selectOptions(state).endpoints.api)
  const key = accountKey(account)
  const list = useShellSelector((state) => selectNfts(state, key))
  const [asking, setAsking] = useState<Asking & { readonly key?: string }>({})
  /** Of the question on its way. */
  const life = useRef<AbortController>(undefined)

  const ask = useCallback(
    (part: Part) => {
      if (life.current) return
      const now = new AbortController()
      life.current = now
      setAsking({ key, isLoading: true })

      /** What a transaction has overtaken is asked for once more, from the beginning. */
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
  // The same account may come as another object, after its wallet has said the same once more.
  const latest = useRef(ask)
  latest.current = ask

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network is another life
  useEffect(
    () => () => {
      life.current?.abort()
      life.current = undefined
    },
    [key],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only who comes to it looks how old it is
  useEffect(() => {
    const at = selectNfts(stateOf(dispatch), key)?.at
    if (at !== undefined && Date.now() - at >= NFTS_LIFETIME_MS) latest.current('beginning')
  }, [key])
  const isOutdated = list?.at === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network is another list
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
