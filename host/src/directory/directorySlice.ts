import type { SerializedError } from '@portico/contracts'
import type { WalletList } from '@portico/contracts/services/wallets'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ExcludedWallet } from './connectItems.ts'
import type { DirectoryWallet } from './walletDirectory.ts'

/** A list of directory wallets, as far as its pages have been fetched. */
export interface WalletPages {
  readonly ids: readonly string[]
  /** The number of the last page fetched; 0 before the first. */
  readonly page: number
  /** The number of wallets on all pages. */
  readonly count: number
  readonly isLoading: boolean
  readonly error?: SerializedError | undefined
}

export interface DirectoryState {
  /** Every known wallet, by id. */
  readonly wallets: Readonly<Record<string, DirectoryWallet>>
  readonly featured: readonly string[]
  readonly recommended: readonly string[]
  /** Ids of recently used wallets, newest first (rules.md §9: two). */
  readonly recent: readonly string[]
  /** Ids of the site's own wallets. */
  readonly custom: readonly string[]
  /** Wallets that the site excludes, if the directory has returned their names. */
  readonly excluded: readonly ExcludedWallet[]
  /** `loading` only while the first rows of Connect are awaited. */
  readonly status: 'idle' | 'loading' | 'ready'
  /** The last request, and when its response came (epoch ms). It is repeated for other networks, or after a while. */
  readonly answered?: { readonly question: string; readonly at: number }
  /** All wallets in directory order, for the request `question`: other networks need another list. */
  readonly all: WalletPages & { readonly question?: string }
  /** The last search. */
  readonly search: WalletPages & { readonly text: string; readonly isCertified: boolean }
  /** Whether the visitor has agreed to the site's terms, if the site requires that first (views.md §5). */
  readonly hasAgreed: boolean
}

export const NO_PAGES: WalletPages = { ids: [], page: 0, count: 0, isLoading: false }

type Change = Partial<Omit<DirectoryState, 'wallets'>> & { readonly heard?: readonly DirectoryWallet[] }

export const directorySlice = createSlice({
  name: 'directory',
  initialState: {
    wallets: {},
    featured: [],
    recommended: [],
    recent: [],
    custom: [],
    excluded: [],
    status: 'idle',
    all: NO_PAGES,
    search: { ...NO_PAGES, text: '', isCertified: false },
    hasAgreed: false,
  } as DirectoryState,
  reducers: {
    /** Adds wallets, and updates the given parts of the state. */
    directoryChanged: (state, { payload: { heard = [], ...change } }: PayloadAction<Change>): DirectoryState => ({
      ...state,
      ...change,
      wallets: {
        ...state.wallets,
        // The site's own definition of a wallet takes precedence over the directory's.
        ...Object.fromEntries(
          heard.filter(({ id }) => !state.custom.includes(id)).map((wallet) => [wallet.id, wallet]),
        ),
      },
    }),
  },
})

export const { directoryChanged } = directorySlice.actions

interface WithDirectory {
  readonly directory: DirectoryState
}
export const selectDirectory = (state: WithDirectory): DirectoryState => state.directory
export const selectWallet = (
  { directory: { wallets } }: WithDirectory,
  id: string | undefined,
): DirectoryWallet | undefined => (id !== undefined && Object.hasOwn(wallets, id) ? wallets[id] : undefined)

/** The wallets with these ids, in the same order. */
export const walletsOf = (
  { wallets }: Pick<DirectoryState, 'wallets'>,
  ids: readonly string[],
): readonly DirectoryWallet[] => ids.flatMap((id) => (Object.hasOwn(wallets, id) ? (wallets[id] ?? []) : []))

/** Appends the next page to a list. */
export function withNextPage({ ids, page }: WalletPages, { data, count }: WalletList): WalletPages {
  const all = [...new Set([...ids, ...data.map(({ id }) => id)])]
  // A page without new wallets ends the list: the directory may have shrunk meanwhile, or may repeat the same wallets
  // forever.
  const isEnd = all.length === ids.length
  return { ids: all, page: page + 1, count: isEnd ? all.length : Math.max(count, all.length), isLoading: false }
}
