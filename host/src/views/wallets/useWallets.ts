import type { Connector } from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isKnownAs } from '../../directory/connectItems.ts'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import { MANDATORY_ON_PHONES } from '../../directory/mandatoryOnPhones.ts'
import { loadNextPage, SEARCH_MIN_CHARACTERS, searchWallets } from '../../directory/pages.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { foldName } from '../../directory/walletName.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { keepOrder } from './keepOrder.ts'

export interface FoundWallets {
  readonly wallets: readonly DirectoryWallet[]
  readonly isInstalled: (wallet: DirectoryWallet) => boolean
  /** Whether more wallets are loading. */
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** Whether the list is narrowed, by the text or the switch. `query` identifies what the list shows. */
  readonly isSearch: boolean
  readonly text: string
  readonly query: string
  /** The total number of wallets, for screen readers, which cannot see the end of the list. */
  readonly count: number
  readonly more: () => void
  readonly retry: () => void
}

/** Returns a function that tells whether a directory wallet is installed. */
function installedIn(connectors: readonly Connector[]) {
  const known = connectors.filter(({ rdns, explorerId }) => rdns ?? explorerId)
  return (wallet: DirectoryWallet) => known.some((connector) => isKnownAs(connector, wallet))
}

/** All wallets, or search results: first those already loaded, then the directory's, appended so that nothing moves. */
export function useWallets(text: string, isCertified: boolean): FoundWallets {
  const dispatch = useShellDispatch()
  const directory = useShellSelector(selectDirectory)
  const announced = useShellSelector((state) => state.connections.connectors)
  const { basic } = useShellSelector(selectOptions)
  const [attempt, setAttempt] = useState(0)
  const { wallets, featured, custom, all, search } = directory
  const trimmed = text.trim()
  const isSearch = isCertified || trimmed.length >= SEARCH_MIN_CHARACTERS
  const query = isSearch ? `${isCertified}:${trimmed}` : ''

  useEffect(() => {
    if (all.page === 0) void dispatch(loadNextPage())
  }, [all.page, dispatch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same search
  useEffect(() => {
    if (!isSearch) return
    const life = new AbortController()
    void dispatch(searchWallets(trimmed, isCertified, life.signal))
    return () => life.abort()
  }, [trimmed, isSearch, isCertified, attempt, dispatch])

  const isInstalled = useMemo(
    () => installedIn(Object.values(announced).flatMap((connectors) => connectors ?? [])),
    [announced],
  )
  /** views.md §7.1: hides wallets that cannot be paired, wherever they come from. */
  const fits = useMemo(() => {
    const isOnPhone = isMobile()
    return (wallet: DirectoryWallet) =>
      wallet.supports_wc !== false ||
      (!basic && (!isOnPhone || isInstalled(wallet) || MANDATORY_ON_PHONES.has(wallet.id)))
  }, [basic, isInstalled])
  const ordered = useMemo(() => {
    const first = walletsOf({ wallets }, [...new Set([...featured, ...custom, ...all.ids])])
    const here = new Set(first.filter(isInstalled))
    return [...here, ...first.filter((wallet) => !here.has(wallet))].filter(fits)
  }, [wallets, featured, custom, all.ids, isInstalled, fits])

  /** The wallets that the list has shown for this text so far. */
  const shown = useRef<{ query: string; ids: readonly string[] }>({ query: '', ids: [] })
  const isAnswer = search.text === trimmed && search.isCertified === isCertified
  const found = useMemo(() => {
    if (!isSearch) return ordered
    const needle = foldName(trimmed)
    const isMeant = ({ name, badge_type }: DirectoryWallet) =>
      (!isCertified || badge_type === 'certified') &&
      (needle ? foldName(name).includes(needle) : name.toLowerCase().includes(trimmed.toLowerCase()))
    const now = [...ordered.filter(isMeant), ...(isAnswer ? walletsOf({ wallets }, search.ids).filter(fits) : [])]
    const kept = keepOrder(shown.current.query === query ? shown.current.ids : [], now)
    shown.current = { query, ids: kept.map(({ id }) => id) }
    return kept
  }, [ordered, wallets, search.ids, isAnswer, isSearch, isCertified, trimmed, query, fits])

  const more = () => void dispatch(loadNextPage())
  const shared = { wallets: found, isInstalled, isSearch, text: trimmed, query }
  return isSearch
    ? {
        ...shared,
        isLoading: !isAnswer || search.isLoading,
        hasFailed: isAnswer && search.error !== undefined,
        count: found.length,
        more: () => {},
        retry: () => setAttempt(attempt + 1),
      }
    : {
        ...shared,
        isLoading: all.isLoading || (all.page === 0 && !all.error),
        hasFailed: all.error !== undefined,
        count: Math.max(all.count, found.length),
        more,
        retry: more,
      }
}
