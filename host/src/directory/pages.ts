import { SEARCH_DEBOUNCE_MS, type SerializedError, serializeError } from '@portico/contracts'
import { ENTRIES_MAX } from '@portico/contracts/services/walletQuery'
import type { Thunk } from '../connections/situation.ts'
import { directoryChanged, NO_PAGES, withNextPage } from './directorySlice.ts'
import { walletFilter } from './walletFilter.ts'

/** Minimum length of a search text (views.md §7.1). */
export const SEARCH_MIN_CHARACTERS = 2

const reasonOf = (error: unknown): SerializedError => serializeError(error, 'service.unreachable')

/** Loads the next page of all wallets. Does nothing while a page is in flight or when all pages are loaded. */
export const loadNextPage =
  (): Thunk<void> =>
  async (dispatch, getState, { walletDirectory, life }) => {
    const filter = walletFilter(getState())
    const question = JSON.stringify(filter)
    const before = getState().directory.all
    // Other networks need another list.
    const all = before.question === question ? before : { ...NO_PAGES, question }
    if (all.isLoading || (all.page > 0 && all.ids.length >= all.count)) return
    const pending = { ...all, isLoading: true, error: undefined }
    dispatch(directoryChanged({ all: pending }))
    // False if another list has replaced this one; its response is then dropped.
    const isWanted = () => !life.aborted && getState().directory.all === pending
    try {
      const answer = await walletDirectory.find({ ...filter, page: String(all.page + 1) })
      if (isWanted())
        dispatch(directoryChanged({ heard: answer.data, all: { question, ...withNextPage(all, answer) } }))
    } catch (error) {
      if (isWanted()) dispatch(directoryChanged({ all: { ...all, isLoading: false, error: reasonOf(error) } }))
    }
  }

/** Searches once the text stops changing (rules.md §9). `signal` aborts if it changes: only the last search counts. */
export const searchWallets =
  (text: string, isCertified: boolean, signal: AbortSignal): Thunk<void> =>
  async (dispatch, getState, { walletDirectory, track }) => {
    const last = getState().directory.search
    // A visitor who returns to a search finds its results still there.
    if (last.text === text && last.isCertified === isCertified && last.page > 0) return
    const search = { ids: [], page: 0, count: 0, text, isCertified }
    // Nothing is dispatched for each key, to keep typing fast.
    await new Promise((resolve) => setTimeout(resolve, SEARCH_DEBOUNCE_MS))
    if (signal.aborted) return
    dispatch(directoryChanged({ search: { ...search, isLoading: true } }))
    track('SEARCH_WALLET', { badge: isCertified ? 'certified' : undefined, search: text })
    try {
      const { data, count } = await walletDirectory.find(
        {
          ...walletFilter(getState()),
          ...(text && { search: text }),
          entries: String(ENTRIES_MAX),
          ...(isCertified && { badge_type: 'certified' as const }),
        },
        signal,
      )
      if (signal.aborted) return
      const ids = data.map(({ id }) => id)
      dispatch(directoryChanged({ heard: data, search: { ...search, ids, page: 1, count, isLoading: false } }))
    } catch (error) {
      if (signal.aborted) return
      dispatch(directoryChanged({ search: { ...search, isLoading: false, error: reasonOf(error) } }))
    }
  }
