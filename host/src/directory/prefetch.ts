import { serializeError } from '@portico/contracts'
import type { Thunk } from '../connections/situation.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { selectOptions } from '../settingsSlice.ts'
import { RECOMMENDED_MAX } from './connectItems.ts'
import { directoryChanged, NO_PAGES } from './directorySlice.ts'
import type { DirectoryWallet } from './walletDirectory.ts'
import { walletFilter } from './walletFilter.ts'
import { withNextPage } from './walletPages.ts'

/** What is only needed once there are wallets of a directory: keeping those that were used, and telling which were seen. */
export const directoryCode = () => loadPinned(() => import(/* webpackChunkName: "account" */ './directoryCode.ts'))

/** An answer is asked for again at an opening that comes later than this (chains.md, pitfall 41). */
const DIRECTORY_LIFETIME_MS = 10 * 60_000

/**
 * A site may name a wallet by a former id, which the answer does not have. Such a wallet takes the place of an id that
 * nobody has answered to.
 */
function inOrderOf(ids: readonly string[], found: readonly DirectoryWallet[]): readonly string[] {
  const renamed = found.filter(({ id }) => !ids.includes(id)).values()
  return ids.flatMap((id) => (found.some((wallet) => wallet.id === id) ? id : (renamed.next().value?.id ?? [])))
}

/**
 * What Connect shows of the directory: the first rows, whom the site features, and how many there are. It is the first page
 * of all wallets, so that their view has it before it is opened. A directory that cannot be reached leaves Connect with the
 * wallets of the browser and pairing; the next opening asks again.
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
    // While the first page is on its way nobody else asks for it.
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
        // A part that is missing is asked for at the next opening.
        ...(isWhole && { answered: { question, at: Date.now() } }),
      }),
    )
  }

/** The site's own wallets, and those that were used last, as they are kept for the next visit. */
export const restoreRecentWallets =
  (): Thunk<void> =>
  async (dispatch, getState, { storage }) => {
    const own = (selectOptions(getState()).customWallets ?? []) as readonly DirectoryWallet[]
    if (own.length) {
      dispatch(directoryChanged({ heard: own }))
      dispatch(directoryChanged({ custom: [...new Set(own.map(({ id }) => id))] }))
    }
    if (!storage.read('recentWallets')) return
    // A file that cannot be had: the list does without.
    await directoryCode().then(
      ({ restoreKept }) => dispatch(restoreKept()),
      () => {},
    )
  }

/**
 * A wallet that the visitor has just used comes first (rules.md §9: `RECENT_WALLETS_MAX` are kept). One that is not
 * known is not.
 */
export const rememberWallet =
  (walletId: string, max: number): Thunk<void> =>
  async (dispatch) =>
    directoryCode().then(
      ({ remember }) => dispatch(remember(walletId, max)),
      () => {},
    )
