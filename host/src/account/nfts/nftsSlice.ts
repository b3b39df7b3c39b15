import { accountDisconnected, type ChainNamespace, transactionConfirmed } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { NftPage } from './loadNftPage.ts'
import type { ShownNft } from './shownNft.ts'

/** What an account holds on one network, as far as it has been read. */
export interface NftList {
  readonly nfts: readonly ShownNft[]
  /** Where to go on. Absent: this is all. */
  readonly next?: string | undefined
  /** When its beginning was read: milliseconds since 1970. Absent: a transaction has made it out of date. */
  readonly at?: number | undefined
  readonly isUnserved?: boolean | undefined
  /** How many pages, one after the other, had nothing to show but spam, or nothing new. */
  readonly barren: number
}

export interface NftsState {
  /** How many transactions have been confirmed: what was asked for before one of them does not count. */
  readonly serial: number
  /** By `accountKey`. */
  readonly lists: Readonly<Record<string, NftList>>
}

interface Read {
  /** `accountKey` */
  readonly key: string
  /** Absent: it is the beginning. */
  readonly cursor?: string | undefined
  readonly page: NftPage
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What is older is asked for again when somebody comes back to it. */
export const NFTS_LIFETIME_MS = 30_000

const barrenAfter = (barren: number, fresh: readonly ShownNft[]) =>
  fresh.some(({ isSpam }) => !isSpam) ? 0 : barren + 1

/** The beginning anew. Where it is as it was, what is known behind it stays. */
function withBeginning(known: NftList | undefined, { nfts, next, isUnserved }: NftPage, at: number): NftList {
  const isSame =
    known?.at !== undefined &&
    known.nfts.length > nfts.length &&
    nfts.length > 0 &&
    nfts.every(({ key }, index) => known.nfts[index]?.key === key)
  if (isSame) return { ...known, nfts: [...nfts, ...known.nfts.slice(nfts.length)], at }
  return { nfts, next, at, isUnserved, barren: barrenAfter(0, nfts) }
}

/** The page behind `cursor`; one that comes after the list has begun anew is of no use. */
function withMore(known: NftList, cursor: string, page: NftPage): NftList {
  if (known.next !== cursor) return known
  const keys = new Set(known.nfts.map(({ key }) => key))
  const fresh = page.nfts.filter(({ key }) => !keys.has(key))
  return {
    ...known,
    nfts: fresh.length > 0 ? [...known.nfts, ...fresh] : known.nfts,
    // A service that leads back to where it was has come to its end.
    next: page.next === cursor ? undefined : page.next,
    barren: barrenAfter(known.barren, fresh),
  }
}

const keptOf = (lists: NftsState['lists'], keep: (key: string, list: NftList) => boolean): NftsState['lists'] =>
  Object.fromEntries(Object.entries(lists).filter(([key, list]) => keep(key, list)))

const isOf = (namespace: ChainNamespace, key: string) => key.startsWith(`${namespace}:`)

const EMPTY: NftsState = { serial: 0, lists: {} }

/** What is known of NFTs. Written without drafts: a list may have thousands. */
export const nftsSlice = createSlice({
  name: 'nfts',
  initialState: EMPTY,
  reducers: {
    nftsRead(state, { payload: { key, cursor, page, at } }: PayloadAction<Read>): NftsState {
      const { serial, lists } = state as NftsState
      const known = lists[key]
      const list =
        cursor === undefined ? withBeginning(known, page, at) : (known && withMore(known, cursor, page)) || known
      // Others are kept for as long as they count, so that few are.
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
  /** Absent until the code that acts on accounts is there. */
  readonly nfts?: NftsState | undefined
}

/** @param key `accountKey` */
export const selectNfts = ({ nfts }: WithNfts, key: string): NftList | undefined => nfts?.lists[key]

/** Changes with each transaction that is confirmed. */
export const selectNftsSerial = ({ nfts }: WithNfts): number => nfts?.serial ?? 0
