import {
  type Account,
  accountKey,
  type Network,
  type SentTransaction,
  selectAccount,
  selectActiveNetwork,
  selectConnection,
  selectTransactions,
  serializeError,
} from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import {
  type ActivityRoot,
  LIFETIME_MS,
  pageAsked,
  pageFailed,
  pageLeft,
  pageRead,
  selectIsOutdated,
  selectList,
} from './activityState.ts'
import type { HistoryList } from './historyList.ts'
import { loadPage } from './loadPage.ts'
import { type Timeline, withSent } from './withSent.ts'

export interface Activity {
  readonly account: Account
  readonly network: Network
  readonly list: HistoryList
  readonly timeline: Timeline
  /** Requests the newest entries now. */
  readonly refresh: () => void
  /** Requests the next page. Does nothing while one is loading or when there is none. */
  readonly goOn: () => void
}

/** Runs `act` once the page is visible: a hidden page sends no requests. */
function whenSeen(act: () => void): () => void {
  if (document.visibilityState !== 'hidden') {
    act()
    return () => {}
  }
  const look = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', look)
    act()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

const sameAddress = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

/**
 * The active account's history on the active network. While a view shows it, the newest entries are requested every
 * 15 s and after each confirmed transaction.
 */
export function useActivity(): Activity | undefined {
  const dispatch = useDispatch()
  const commands = useCommands()
  const account = useSelector((state: ActivityRoot) => selectAccount(state))
  const network = useSelector((state: ActivityRoot) => selectActiveNetwork(state))
  const key = account ? accountKey(account) : ''
  const list = useSelector((state: ActivityRoot) => selectList(state, key))
  const isOutdated = useSelector((state: ActivityRoot) => selectIsOutdated(state, key))
  const all = useSelector((state: ActivityRoot) => selectTransactions(state))
  const { acting } = commands
  const isSmartAccount = useSelector(
    (state: ActivityRoot) => selectConnection(state)?.accounts[0].type === 'smartAccount',
  )
  const address = account?.address
  const caipNetworkId = network?.caipNetworkId

  const life = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network is another life
  useEffect(() => {
    const now = new AbortController()
    life.current = now
    return () => now.abort()
  }, [key])

  const ask = useCallback(
    (cursor?: string) => {
      if (address === undefined || caipNetworkId === undefined) return
      const { signal } = life.current
      const request = { key, ...(cursor !== undefined && { cursor }) }
      dispatch(pageAsked(request))
      // public-api.md §10. Without the analytics code, no event is sent.
      const tell = (event: string) =>
        void acting().then(
          ({ track }) => track(event, { isSmartAccount, address, cursor }),
          () => {},
        )
      if (cursor !== undefined) tell('LOAD_MORE_TRANSACTIONS')
      loadPage({ acting }, { address, caipNetworkId, cursor }, signal).then(
        (page) => dispatch(signal.aborted ? pageLeft(request) : pageRead({ ...request, page, at: Date.now() })),
        (thrown) => {
          const error = serializeError(thrown, 'service.unreachable')
          if (!signal.aborted) tell('ERROR_FETCH_TRANSACTIONS')
          dispatch(signal.aborted ? pageLeft(request) : pageFailed({ ...request, error, at: Date.now() }))
        },
      )
    },
    [acting, address, caipNetworkId, dispatch, isSmartAccount, key],
  )

  const { triedAt, isRefreshing, isGoingOn, next } = list
  useEffect(() => {
    if (isRefreshing) return
    const wait = isOutdated ? 0 : triedAt + LIFETIME_MS - Date.now()
    let stop = () => {}
    const look = () => {
      stop = whenSeen(() => ask())
    }
    if (wait <= 0) look()
    const timer = wait > 0 ? setTimeout(look, wait) : undefined
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [ask, isOutdated, isRefreshing, triedAt])

  const sent = useMemo(() => {
    const isOwn = ({ caipNetworkId: id, from }: SentTransaction) =>
      id === caipNetworkId && address !== undefined && sameAddress(from, address)
    return all.filter(isOwn)
  }, [all, address, caipNetworkId])
  const timeline = useMemo(() => withSent(list, sent), [list, sent])

  const refresh = useCallback(() => {
    if (!isRefreshing) ask()
  }, [ask, isRefreshing])
  const goOn = useCallback(() => {
    if (!isGoingOn && next !== undefined) ask(next)
  }, [ask, isGoingOn, next])

  return account && network ? { account, network, list, timeline, refresh, goOn } : undefined
}
