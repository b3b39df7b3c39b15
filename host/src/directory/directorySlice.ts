import type { SerializedError } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { DirectoryWallet } from '../registry.ts'

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
  /** Used last, the newest first (§9: two). */
  readonly recent: readonly string[]
  /** The site's own. */
  readonly custom: readonly string[]
  /** Whom the site has excluded: the wallets of this browser know no ids, so they are told by these. */
  readonly excluded: readonly { readonly name: string; readonly rdns?: string | null | undefined }[]
  /** `loading` only while the rows of Connect are awaited for the first time. */
  readonly status: 'idle' | 'loading' | 'ready'
  /** All wallets, in the order of the directory. */
  readonly all: WalletPages
  /** What was searched for last. */
  readonly search: WalletPages & { readonly text: string; readonly isCertified: boolean }
}

const NO_PAGES: WalletPages = { ids: [], page: 0, count: 0, isLoading: false }

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
  } as DirectoryState,
  reducers: {
    /** Wallets have been heard of, and with them a part of the directory has changed. */
    directoryChanged: (
      state,
      {
        payload: { heard = [], ...change },
      }: PayloadAction<Partial<Omit<DirectoryState, 'wallets'>> & { heard?: readonly DirectoryWallet[] }>,
    ): DirectoryState => ({
      ...state,
      ...change,
      wallets: { ...state.wallets, ...Object.fromEntries(heard.map((wallet) => [wallet.id, wallet])) },
    }),
  },
})

export const { directoryChanged } = directorySlice.actions

interface WithDirectory {
  readonly directory: DirectoryState
}
export const selectDirectory = (state: WithDirectory): DirectoryState => state.directory
export const selectWallet = (state: WithDirectory, id: string | undefined): DirectoryWallet | undefined =>
  id === undefined ? undefined : state.directory.wallets[id]

/** The wallets of a list of ids, in its order. */
export const walletsOf = ({ wallets }: DirectoryState, ids: readonly string[]): readonly DirectoryWallet[] =>
  ids.flatMap((id) => wallets[id] ?? [])
