import {
  array,
  type InferOutput,
  integer,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  pipe,
  regex,
  string,
  tuple,
} from 'valibot'
import type { BlockscoutTransaction, BlockscoutTransfer } from './blockscoutAnswers.ts'
import { PENDING } from './historySource.ts'
import type { Order } from './takeNewest.ts'
import { secondsOf } from './toActivity.ts'

/** The explorer's largest integer, which comes after every index in a block. */
const LAST_PLACE = 2_147_483_647

const Count = pipe(number(), integer(), minValue(0), maxValue(LAST_PLACE))
/** A block number and an index in the block. */
const Place = tuple([Count, Count])
export type Place = InferOutput<typeof Place>

const Hash = pipe(string(), regex(/^0x[0-9a-f]{64}$/))

/** The position after a page. */
export const Position = object({
  /** The block of the last entry shown; null if the entry was pending. */
  block: nullable(Count),
  /** The hashes of that block that have been shown. */
  shown: array(Hash),
  /** Where each of the two lists continues. */
  transactions: nullable(Place),
  transfers: nullable(Place),
})
export type Position = InferOutput<typeof Position>

/** An entry of one of the lists: a transaction or a transfer. */
export interface Row {
  readonly hash: string
  readonly block: number
  readonly place: number
  readonly timestamp: number
  readonly transaction?: BlockscoutTransaction
  readonly transfer?: BlockscoutTransfer
}

export const transactionRow = (transaction: BlockscoutTransaction): Row => ({
  hash: transaction.hash,
  block: transaction.block_number ?? PENDING,
  place: transaction.position ?? 0,
  timestamp: transaction.block_number == null || !transaction.timestamp ? PENDING : secondsOf(transaction.timestamp),
  transaction,
})

export const transferRow = (transfer: BlockscoutTransfer): Row => ({
  hash: transfer.transaction_hash,
  block: transfer.block_number,
  place: transfer.log_index,
  timestamp: secondsOf(transfer.timestamp),
  transfer,
})

export const order: Order<Row> = {
  keyOf: ({ hash }) => hash,
  compare: (a, b) => (a.block === b.block ? 0 : b.block - a.block),
}

/** Whether an entry comes after the position: false for new, already shown and, after the first page, pending ones. */
export const isBehind = ({ block, hash }: Row, { block: last, shown }: Position) =>
  last === null ? block !== PENDING : block < last || (block === last && !shown.includes(hash))

const lastPlace = (rows: readonly Row[]): Place | undefined => {
  const last = rows.filter(({ block }) => block !== PENDING).at(-1)
  return last && [last.block, last.place]
}

/** The position after a group. A list of which nothing has been shown yet continues at the other list's position. */
export function positionBehind(group: readonly Row[], before: Position | undefined): Position {
  const transactions = lastPlace(group.filter(({ transaction }) => transaction)) ?? before?.transactions
  const transfers = lastPlace(group.filter(({ transfer }) => transfer)) ?? before?.transfers
  const at = transactions?.[0] ?? transfers?.[0]
  const begin: Place | null = at === undefined ? null : [at, LAST_PLACE]
  const [{ hash, block: known } = { hash: '', block: PENDING }] = group
  const block = known === PENDING ? null : known
  return {
    block,
    shown: [...(before && before.block === block ? before.shown : []), hash],
    transactions: transactions ?? begin,
    transfers: transfers ?? begin,
  }
}
