import type { SentTransaction, TransactionPhase } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import type { HistoryItem, Transfer } from '@portico/contracts/services/history'

/** The movement of one token in a transaction, as seen from the account. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  /** The amount in the display unit, as decimal text. */
  readonly amount: string
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  readonly isCollectible: boolean
  /** The value from the service, used only to rank movements: the two most valuable are shown. */
  readonly value?: number | undefined
}

/** One line of the list. */
export interface Entry {
  readonly id: string
  /** The hash on EVM, the signature on Solana, the txid on Bitcoin. */
  readonly hash: string
  /** services.md §7.4: `send`, `receive`, `trade` and others; some may be unknown to this release. */
  readonly type: string
  readonly status: TransactionPhase
  /** Milliseconds since 1970: when the transaction was mined, or sent if still pending. */
  readonly at: number
  readonly from: string
  readonly to?: string | undefined
  readonly movements: readonly Movement[]
}

/** chains.md §6.6: true when all its transfers are spam. A transaction without transfers is not spam (pitfall 27). */
export const isSpam = ({ transfers }: HistoryItem): boolean =>
  Boolean(transfers?.length) && (transfers ?? []).every(({ nft_info }) => nft_info?.flags.is_spam === true)

const toMovement = ({ direction, quantity, value, nft_info, fungible_info }: Transfer): Movement => ({
  direction,
  amount: quantity.numeric,
  name: nft_info ? nft_info.name : fungible_info?.name,
  symbol: fungible_info?.symbol,
  isCollectible: Boolean(nft_info),
  value,
})

/** Keeps only the fields that are shown, because thousands of entries are stored. */
export const toEntry = ({ id, metadata, transfers }: HistoryItem): Entry => ({
  id,
  hash: metadata.hash,
  type: metadata.operationType,
  status: metadata.status,
  at: Date.parse(metadata.minedAt),
  from: metadata.sentFrom,
  to: metadata.sentTo,
  movements: (transfers ?? []).map(toMovement),
})

const TYPES = { send: 'send', pay: 'send', approve: 'approve', swap: 'trade' } as const

/** An entry for a transaction that no service lists yet. An approval moves nothing. */
export function fromSent({ hash, from, sentAt, phase, note }: SentTransaction): Entry {
  const moves = note && note.type !== 'approve'
  return {
    id: hash,
    hash,
    type: note ? TYPES[note.type] : 'execute',
    status: phase,
    at: sentAt,
    from,
    to: note?.to,
    movements: moves
      ? [
          {
            direction: 'out',
            amount: amountText(BigInt(note.amount), note.decimals),
            symbol: note.symbol,
            isCollectible: false,
          },
        ]
      : [],
  }
}
