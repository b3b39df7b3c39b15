import { serializeError } from '@portico/contracts'
import type { Thunk } from '../connections/situation.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { selectOptions } from '../settingsSlice.ts'
import { RECOMMENDED_MAX } from './connectItems.ts'
import { directoryChanged, NO_PAGES, withNextPage } from './directorySlice.ts'
import type { DirectoryWallet } from './walletDirectory.ts'
import { walletFilter } from './walletFilter.ts'

/** The code needed only once there are directory wallets: keeps the recently used ones and reports which were seen. */
export const directoryCode = () => loadPinned(() => import(/* webpackChunkName: "account" */ './directoryCode.ts'))

/** When the modal opens after this time, the directory is asked again (chains.md, pitfall 41). */
const DIRECTORY_LIFETIME_MS = 10 * 60_000

/** A wallet the site names by a former id has another in the response; it replaces an id that the response lacks. */
function inOrderOf(ids: readonly string[], found: readonly DirectoryWallet[]): readonly string[] {
  const renamed = found.filter(({ id }) => !ids.includes(id)).values()
  return ids.flatMap((id) => (found.some((wallet) => wallet.id === id) ? id : (renamed.next().value?.id ?? [])))
}

/**
 * Fetches what Connect shows of the directory: the first rows, the featured wallets and the total. The first rows are
 * also the first page of all wallets, so that the view that lists them all has it in advance. If the directory is
 * unreachable, Connect has only the installed wallets and pairing; the next opening tries again.
 */
export const prefetchWallets =
  (): Thunk<void> =>
  async (dispatch, getState, { walletDirectory, life }) => {
    const { status, answered, all } = getState().directory
    const { enableWallets, featuredWalletIds = [], excludeWalletIds = [] } = selectOptions(getState())
    if (!enableWallets || status === 'loading') return
    const filter = walletFilter(getState())
    const question = JSON.stringify(filter)
    const isSame = answered?.question === question
    if (status === 'ready' && isSame && Date.now() - answered.at < DIRECTORY_LIFETIME_MS) return
    // Marks the first page as loading while it is in flight, so that nothing else requests it.
    if (status === 'idle') dispatch(directoryChanged({ status: 'loading', all: { ...all, question, isLoading: true } }))
    const named = (ids: readonly string[]) => walletDirectory.find({ include: ids.join(), entries: String(ids.length) })
    const [first, featured, excluded] = await Promise.allSettled([
      walletDirectory.find(filter),
      featuredWalletIds.length ? named(featuredWalletIds) : undefined,
      excludeWalletIds.length ? named(excludeWalletIds) : undefined,
    ])
    if (life.aborted) return
    const { directory } = getState()
    if (first.status === 'rejected') {
      const error = serializeError(first.reason, 'service.unreachable')
      return void dispatch(
        directoryChanged(status === 'idle' ? { status, all: { ...directory.all, isLoading: false, error } } : {}),
      )
    }
    const { data } = first.value
    const ofSite = (featured.status === 'fulfilled' && featured.value?.data) || []
    const featuredIds = inOrderOf(featuredWalletIds, ofSite)
    const isWhole = featured.status === 'fulfilled' && excluded.status === 'fulfilled'
    dispatch(
      directoryChanged({
        heard: [...data, ...ofSite],
        featured: featuredIds,
        recommended: data
          .slice(0, RECOMMENDED_MAX + featuredIds.length)
          .map(({ id }) => id)
          .filter((id) => !featuredIds.includes(id)),
        excluded: (excluded.status === 'fulfilled' && excluded.value?.data) || directory.excluded,
        all:
          directory.all.question === question && directory.all.page > 1
            ? directory.all
            : { question, ...withNextPage(NO_PAGES, first.value) },
        status: 'ready',
        // If a part is missing, everything is requested again at the next opening.
        ...(isWhole && { answered: { question, at: Date.now() } }),
      }),
    )
  }

/** Restores the site's own wallets and the recently used ones. */
export const restoreRecentWallets =
  (): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const own = (selectOptions(getState()).customWallets ?? []) as readonly DirectoryWallet[]
    if (own.length) {
      dispatch(directoryChanged({ heard: own }))
      dispatch(directoryChanged({ custom: [...new Set(own.map(({ id }) => id))] }))
    }
    if (!storage.read('recentWallets')) return
    // If the chunk cannot be loaded, the list has no recent wallets.
    await directoryCode().then(
      ({ restoreKept }) => dispatch(restoreKept()),
      () => {},
    )
  }

/** Puts the just-used wallet first (rules.md §9: `RECENT_WALLETS_MAX` are kept). Unknown wallets are not stored. */
export const rememberWallet =
  (walletId: string, max: number): Thunk<void> =>
  async (dispatch) =>
    directoryCode().then(
      ({ remember }) => dispatch(remember(walletId, max)),
      () => {},
    )
