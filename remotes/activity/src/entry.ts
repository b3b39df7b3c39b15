import type { SentTransaction, TransactionPhase } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import type { HistoryItem, Transfer } from '@portico/contracts/services/history'

/** What one transaction moved of one token, in the eyes of the account. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  /** In the unit that people know: a decimal text. */
  readonly amount: string
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  readonly isCollectible: boolean
  /** As the service says it, only to tell what is worth more: of several, the two that are worth most are shown. */
  readonly value?: number | undefined
}

/** One line of the list. */
export interface Entry {
  readonly id: string
  /** The hash on EVM, the signature on Solana, the txid on Bitcoin. */
  readonly hash: string
  /** services.md §7.4: `send`, `receive`, `trade` and others, of which some may be unknown to us. */
  readonly type: string
  readonly status: TransactionPhase
  /** Milliseconds since 1970: when it was mined, or sent while it is not. */
  readonly at: number
  readonly from: string
  readonly to?: string | undefined
  readonly movements: readonly Movement[]
}

/** chains.md §6.6: when all that it moved is spam. What moved nothing is none (pitfall 27). */
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

/** Only what is shown of it: thousands of them are kept. */
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

/** Before a service knows of it. What is approved has not moved. */
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
