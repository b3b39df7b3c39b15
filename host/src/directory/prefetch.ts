import type { Thunk } from '../connections/establish.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { selectOptions } from '../settingsSlice.ts'
import { directoryChanged, walletsOf } from './directorySlice.ts'
import { walletFilter } from './walletFilter.ts'

export const readingCode = () => loadPinned(() => import(/* webpackChunkName: "directory" */ './readWallets.ts'))

/** More rows than these are never recommended (views.md §6.4). */
export const RECOMMENDED_MAX = 4

/**
 * What Connect shows of the directory: the first rows, whom the site features, and how many there are. A directory that
 * cannot be reached leaves Connect with the wallets of the browser and pairing; the next opening asks again.
 */
export const prefetchWallets =
  (): Thunk<void> =>
  async (dispatch, getState, { registry, life }) => {
    if (getState().directory.status !== 'idle') return
    dispatch(directoryChanged({ status: 'loading' }))
    const { featuredWalletIds = [], excludeWalletIds = [] } = selectOptions(getState())
    const filter = walletFilter(getState())
    const named = (ids: readonly string[]) => registry.find({ include: ids.join(), entries: String(ids.length) })
    const [first, featured, excluded] = await Promise.allSettled([
      registry.find({ ...filter, entries: String(RECOMMENDED_MAX + featuredWalletIds.length) }),
      featuredWalletIds.length ? named(featuredWalletIds) : undefined,
      excludeWalletIds.length ? named(excludeWalletIds) : undefined,
    ])
    if (life.aborted) return
    const page = first.status === 'fulfilled' ? first.value : undefined
    const ofSite = featured.status === 'fulfilled' ? featured.value?.data : undefined
    const { search: _, all } = getState().directory
    dispatch(
      directoryChanged({
        heard: [...(page?.data ?? []), ...(ofSite ?? [])],
        // In the site's order, and whatever the directory's answer left out is not there.
        featured: featuredWalletIds.filter((id) => ofSite?.some((wallet) => wallet.id === id)),
        recommended: (page?.data ?? []).map(({ id }) => id).filter((id) => !featuredWalletIds.includes(id)),
        excluded: (excluded.status === 'fulfilled' && excluded.value?.data) || [],
        all: page ? { ...all, count: page.count } : all,
        status: page ? 'ready' : 'idle',
      }),
    )
  }

/** Wallets used last, as they are kept for the next visit. */
export const restoreRecentWallets =
  (): Thunk<void> =>
  async (dispatch, _, { storage }) => {
    const kept = storage.read('recentWallets') ?? []
    if (!kept.length) return
    const heard = (await readingCode()).readKeptWallets(kept)
    dispatch(directoryChanged({ heard, recent: heard.map(({ id }) => id) }))
  }

/** A wallet that the visitor has just used comes first (§9: two are kept). */
export const rememberWallet =
  (walletId: string, max: number): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const { directory } = getState()
    const recent = [walletId, ...directory.recent.filter((id) => id !== walletId)].slice(0, max)
    storage.write('recentWallets', [...walletsOf(directory, recent)])
    dispatch(directoryChanged({ recent }))
  }
