import { useEffect, useMemo } from 'react'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import { loadNextPage, SEARCH_MIN_CHARACTERS, searchWallets } from '../../directory/pages.ts'
import { plainName } from '../../directory/walletName.ts'
import type { DirectoryWallet } from '../../registry.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

interface Found {
  readonly wallets: readonly DirectoryWallet[]
  /** Some more are on their way. */
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly isSearch: boolean
  /** How many there are in all, for whoever cannot see the end of the list. */
  readonly count: number
  readonly more: () => void
}

/** A phone can only open a wallet that can be paired with (views.md §7.1). */
const canBePaired = ({ supports_wc }: DirectoryWallet) => supports_wc !== false

/**
 * All wallets, or those that a text finds: at once among those that are here, then among all of the directory. What the
 * directory adds stands below, so that nothing moves under a finger.
 */
export function useWallets(text: string, isCertified: boolean, isPairingOnly: boolean): Found {
  const dispatch = useShellDispatch()
  const directory = useShellSelector(selectDirectory)
  const announced = useShellSelector((state) => state.connections.connectors)
  const { all, search } = directory
  const needle = plainName(text)
  const isSearch = isCertified || text.trim().length >= SEARCH_MIN_CHARACTERS

  useEffect(() => {
    if (all.page === 0) void dispatch(loadNextPage())
  }, [all.page, dispatch])

  useEffect(() => {
    if (!isSearch) return
    const life = new AbortController()
    void dispatch(searchWallets(text.trim(), isCertified, life.signal))
    return () => life.abort()
  }, [text, isSearch, isCertified, dispatch])

  return useMemo(() => {
    const installed = new Set(
      Object.values(announced).flatMap((connectors) => (connectors ?? []).flatMap(({ rdns }) => rdns ?? [])),
    )
    const isInstalled = ({ rdns }: DirectoryWallet) => rdns != null && installed.has(rdns)
    const fits = (wallet: DirectoryWallet) =>
      (!isPairingOnly || canBePaired(wallet) || isInstalled(wallet)) &&
      (!isCertified || wallet.badge_type === 'certified')
    const first = walletsOf(directory, [...new Set([...directory.featured, ...directory.custom, ...all.ids])])
    const ordered = [...first.filter(isInstalled), ...first.filter((wallet) => !isInstalled(wallet))].filter(fits)
    if (!isSearch) {
      return {
        wallets: ordered,
        isLoading: all.isLoading || all.page === 0,
        hasFailed: all.error !== undefined,
        isSearch,
        count: Math.max(all.count, ordered.length),
        more: () => void dispatch(loadNextPage()),
      }
    }
    const local = ordered.filter(({ name }) => plainName(name).includes(needle))
    const isAnswer = search.text === text.trim() && search.isCertified === isCertified
    const known = new Set(local.map(({ id }) => id))
    const remote = isAnswer
      ? walletsOf(directory, search.ids).filter((wallet) => fits(wallet) && !known.has(wallet.id))
      : []
    const wallets = [...local, ...remote]
    return {
      wallets,
      isLoading: !isAnswer || search.isLoading,
      hasFailed: isAnswer && search.error !== undefined,
      isSearch,
      count: wallets.length,
      more: () => {},
    }
  }, [directory, announced, all, search, needle, text, isSearch, isCertified, isPairingOnly, dispatch])
}
