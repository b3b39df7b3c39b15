import type { SerializedError } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ExcludedWallet } from './connectItems.ts'
import type { DirectoryWallet } from './walletDirectory.ts'

/** A list of the directory as far as it has been fetched. */
export interface WalletPages {
  readonly ids: readonly string[]
  /** The last page that is here; 0: none yet. */
  readonly page: number
  /** How many there are on all pages. */
  readonly count: number
  readonly isLoading: boolean
  readonly error?: SerializedError | undefined
}

export interface DirectoryState {
  /** Every wallet that has been heard of, by id. */
  readonly wallets: Readonly<Record<string, DirectoryWallet>>
  readonly featured: readonly string[]
  readonly recommended: readonly string[]
  /** Used last, the newest first (rules.md §9: two). */
  readonly recent: readonly string[]
  /** The site's own. */
  readonly custom: readonly string[]
  /** Whom the site has excluded, as far as the directory has told their names. */
  readonly excluded: readonly ExcludedWallet[]
  /** `loading` only while the rows of Connect are awaited for the first time. */
  readonly status: 'idle' | 'loading' | 'ready'
  /** What has been asked, and when it was answered (epoch milliseconds): other networks, or a while later, and it is asked again. */
  readonly answered?: { readonly question: string; readonly at: number }
  /** All wallets, in the order of the directory, as `question` asks for them: other networks, and it is another list. */
  readonly all: WalletPages & { readonly question?: string }
  /** What was searched for last. */
  readonly search: WalletPages & { readonly text: string; readonly isCertified: boolean }
  /** Whether the visitor has agreed to the site's terms, where the site wants that first (views.md §5). */
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
    /** Wallets have been heard of, and with them a part of the directory has changed. */
    directoryChanged: (state, { payload: { heard = [], ...change } }: PayloadAction<Change>): DirectoryState => ({
      ...state,
      ...change,
      wallets: {
        ...state.wallets,
        // What the site says of its own wallets holds, whatever a directory says of that id.
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

/** The wallets of a list of ids, in its order. */
export const walletsOf = (
  { wallets }: Pick<DirectoryState, 'wallets'>,
  ids: readonly string[],
): readonly DirectoryWallet[] => ids.flatMap((id) => (Object.hasOwn(wallets, id) ? (wallets[id] ?? []) : []))
