import { accountDisconnected, type ChainNamespace, transactionConfirmed } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { NftPage } from './loadNftPage.ts'
import type { ShownNft } from './shownNft.ts'

/** An account's NFTs on one network, as far as they have been read. */
export interface NftList {
  readonly nfts: readonly ShownNft[]
  /** The cursor of the next page. Absent: the list is complete. */
  readonly next?: string | undefined
  /** When the first page was read, in epoch milliseconds. Absent: a transaction has outdated the list. */
  readonly at?: number | undefined
  readonly isUnserved?: boolean | undefined
  /** How many consecutive pages contained only spam or nothing new. */
  readonly barren: number
}

export interface NftsState {
  /** The number of confirmed transactions: a response requested before the latest of them is ignored. */
  readonly serial: number
  /** Lists, keyed by `accountKey`. */
  readonly lists: Readonly<Record<string, NftList>>
}

interface Read {
  /** `accountKey` */
  readonly key: string
  /** Absent for the first page. */
  readonly cursor?: string | undefined
  readonly page: NftPage
  /** Epoch milliseconds. */
  readonly at: number
}

/** An older list is requested again when the visitor comes back to the view. */
export const NFTS_LIFETIME_MS = 30_000

const barrenAfter = (barren: number, fresh: readonly ShownNft[]) =>
  fresh.some(({ isSpam }) => !isSpam) ? 0 : barren + 1

/** Starts over with a new first page. If that page is unchanged, the pages after it are kept. */
function withBeginning(known: NftList | undefined, { nfts, next, isUnserved }: NftPage, at: number): NftList {
  const isSame =
    known?.at !== undefined &&
    known.nfts.length > nfts.length &&
    nfts.length > 0 &&
    nfts.every(({ key }, index) => known.nfts[index]?.key === key)
  if (isSame) return { ...known, nfts: [...nfts, ...known.nfts.slice(nfts.length)], at }
  return { nfts, next, at, isUnserved, barren: barrenAfter(0, nfts) }
}

/** Appends the page read from `cursor`, unless the list has started over since. */
function withMore(known: NftList, cursor: string, page: NftPage): NftList {
  if (known.next !== cursor) return known
  const keys = new Set(known.nfts.map(({ key }) => key))
  const fresh = page.nfts.filter(({ key }) => !keys.has(key))
  return {
    ...known,
    nfts: fresh.length > 0 ? [...known.nfts, ...fresh] : known.nfts,
    // A service that returns the same cursor again has no further pages.
    next: page.next === cursor ? undefined : page.next,
    barren: barrenAfter(known.barren, fresh),
  }
}

const keptOf = (lists: NftsState['lists'], keep: (key: string, list: NftList) => boolean): NftsState['lists'] =>
  Object.fromEntries(Object.entries(lists).filter(([key, list]) => keep(key, list)))

const isOf = (namespace: ChainNamespace, key: string) => key.startsWith(`${namespace}:`)

const EMPTY: NftsState = { serial: 0, lists: {} }

/** The NFT lists. Its reducers return new objects instead of changing drafts: a list may have thousands of items. */
export const nftsSlice = createSlice({
  name: 'nfts',
  initialState: EMPTY,
  reducers: {
    nftsRead(state, { payload: { key, cursor, page, at } }: PayloadAction<Read>): NftsState {
      const { serial, lists } = state as NftsState
      const known = lists[key]
      const list =
        cursor === undefined ? withBeginning(known, page, at) : (known && withMore(known, cursor, page)) || known
      // Drops the outdated lists of other accounts, so that they do not accumulate.
      const kept = keptOf(lists, (other, one) => other !== key && at - (one.at ?? 0) < NFTS_LIFETIME_MS)
      return { serial, lists: list ? { ...kept, [key]: list } : kept }
    },
  },
  extraReducers: (build) =>
    build
      .addCase(transactionConfirmed, (state, { payload: { namespace } }): NftsState => {
        const { serial, lists } = state as NftsState
        const after = Object.entries(lists).map(([key, list]) => [
          key,
          isOf(namespace, key) ? { ...list, at: undefined } : list,
        ])
        return { serial: serial + 1, lists: Object.fromEntries(after) }
      })
      .addCase(accountDisconnected, (state, { payload: { namespace } }): NftsState => {
        const { serial, lists } = state as NftsState
        return { serial, lists: keptOf(lists, (key) => !isOf(namespace, key)) }
      }),
})

export const { nftsRead } = nftsSlice.actions

interface WithNfts {
  /** Absent until the acting chunk has loaded. */
  readonly nfts?: NftsState | undefined
}

/** @param key `accountKey` */
export const selectNfts = ({ nfts }: WithNfts, key: string): NftList | undefined => nfts?.lists[key]

/** Changes with each confirmed transaction. */
export const selectNftsSerial = ({ nfts }: WithNfts): number => nfts?.serial ?? 0
