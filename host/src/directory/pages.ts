import { isModalError, SEARCH_DEBOUNCE_MS, type SerializedError, serializeError } from '@portico/contracts'
import { ENTRIES_DEFAULT, ENTRIES_MAX } from '@portico/contracts/services/walletQuery'
import type { Thunk } from '../connections/establish.ts'
import { directoryChanged, type WalletPages } from './directorySlice.ts'
import { walletFilter } from './walletFilter.ts'

/** A search begins with so many characters (views.md §7.1). */
export const SEARCH_MIN_CHARACTERS = 2

const reasonOf = (error: unknown): SerializedError => serializeError(error, 'service.unreachable')

/** The next page of all wallets. Does nothing while one is on its way or when all are here. */
export const loadNextPage =
  (): Thunk<void> =>
  async (dispatch, getState, { registry, life }) => {
    const { all } = getState().directory
    if (all.isLoading || (all.page > 0 && all.ids.length >= all.count)) return
    dispatch(directoryChanged({ all: { ...all, isLoading: true, error: undefined } }))
    let next: WalletPages
    try {
      const page = all.page + 1
      const { data, count } = await registry.find({ ...walletFilter(getState()), page: String(page) })
      const ids = [...new Set([...all.ids, ...data.map(({ id }) => id)])]
      // A directory that changes meanwhile may run dry early: then that many there are.
      const isEnd = data.length < ENTRIES_DEFAULT
      next = { ids, page, count: isEnd ? ids.length : count, isLoading: false }
      if (!life.aborted) dispatch(directoryChanged({ heard: data, all: next }))
    } catch (error) {
      if (!life.aborted) dispatch(directoryChanged({ all: { ...all, isLoading: false, error: reasonOf(error) } }))
    }
  }

/**
 * Asks the directory for a text, after it has not changed for a while (§9). `signal` aborts when the text changes: only the
 * last question counts.
 */
export const searchWallets =
  (text: string, isCertified: boolean, signal: AbortSignal): Thunk<void> =>
  async (dispatch, getState, { registry, track }) => {
    const search = { ids: [], page: 0, count: 0, text, isCertified }
    dispatch(directoryChanged({ search: { ...search, isLoading: true } }))
    await new Promise((resolve) => setTimeout(resolve, SEARCH_DEBOUNCE_MS))
    if (signal.aborted) return
    try {
      const { data, count } = await registry.find(
        {
          ...walletFilter(getState()),
          search: text,
          entries: String(ENTRIES_MAX),
          ...(isCertified && { badge_type: 'certified' as const }),
        },
        signal,
      )
      if (signal.aborted) return
      const ids = data.map(({ id }) => id)
      dispatch(directoryChanged({ heard: data, search: { ...search, ids, page: 1, count, isLoading: false } }))
      track('SEARCH_WALLET', { badge: isCertified ? 'certified' : undefined, search: text })
    } catch (error) {
      if (signal.aborted) return
      if (!isModalError(error)) console.error('[portico]', error)
      dispatch(directoryChanged({ search: { ...search, isLoading: false, error: reasonOf(error) } }))
    }
  }
