import {
  type CaipNetworkId,
  isCaipNetworkId,
  type Outpoint,
  type SentTransaction,
  TRANSACTION_PHASES,
  type TransactionNote,
  type TransactionRequest,
} from '@portico/contracts'
import { IntegerText, NameText } from '@portico/contracts/services/wireText'
import {
  boolean,
  custom,
  integer,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot'
import type { Stored } from '../storage.ts'

/** A sent transaction, and what it takes to tell that it can never be carried out any more. */
export interface TrackedTransaction extends SentTransaction {
  /** EVM: known as soon as a node has shown it. Of the account's own transactions only. */
  readonly nonce?: number | undefined
  /** Solana: the last block that takes it. */
  readonly lastValidBlockHeight?: number | undefined
  /** EVM: what it does, until it is final. One of the same account that does the same took its place with another fee only. */
  readonly call?: TrackedCall | undefined
  /** Known by the hash of a Safe, which no node knows (decision 0019): it waits for its other owners, for as long as they take. */
  readonly isOfSafe?: boolean | undefined
  /** Bitcoin: an output that it spends, and that another transaction may spend instead. */
  readonly spends?: Outpoint | undefined
}

interface TrackedCall {
  readonly to: string
  /** Wei. */
  readonly value: string
  readonly data: string
}

/** A call with more is not kept: nobody could tell then that it was sent once more. */
const DATA_MAX = 20_000
/** `findSafe` (decision 0019). */
const SAFE_ID = 'safe'

/** So many are kept, and for so long: lists of the services know them by then. */
const KEPT_MAX = 50
const KEPT_MS = 7 * 24 * 3_600_000

const Short = pipe(string(), maxLength(128))
const Count = pipe(number(), integer(), minValue(0))

const Tracked = object({
  caipNetworkId: custom<CaipNetworkId>(isCaipNetworkId),
  from: Short,
  hash: Short,
  sentAt: Count,
  phase: picklist(TRANSACTION_PHASES),
  replacedBy: optional(Short),
  reason: optional(pipe(string(), maxLength(200))),
  note: optional(
    object({
      type: picklist(['send', 'approve', 'swap', 'pay'] satisfies TransactionNote['type'][]),
      amount: IntegerText,
      decimals: pipe(Count, maxValue(255)),
      symbol: NameText,
      to: optional(Short),
      token: optional(Short),
    }),
  ),
  call: optional(object({ to: Short, value: IntegerText, data: pipe(string(), maxLength(DATA_MAX)) })),
  isOfSafe: optional(boolean()),
  nonce: optional(Count),
  lastValidBlockHeight: optional(Count),
  spends: optional(object({ txid: pipe(string(), regex(/^[\da-f]{64}$/)), vout: Count })),
})

/** What an earlier visit, or another tab, has kept; whatever cannot be read is left out. */
export const readTracked = (stored: Stored<'transactions'> = []): readonly TrackedTransaction[] =>
  stored.flatMap((one) => {
    const read = safeParse(Tracked, one)
    return read.success ? [read.output] : []
  })

/** What tells a transaction from all others. */
export const keyOf = ({ caipNetworkId, hash }: Pick<SentTransaction, 'caipNetworkId' | 'hash'>): string =>
  `${caipNetworkId} ${hash}`

/** The newest first, each once, and none that is older than it is worth. Of two that are the same the first counts. */
export function merge(...lists: readonly (readonly TrackedTransaction[])[]): readonly TrackedTransaction[] {
  const oldest = Date.now() - KEPT_MS
  return lists
    .flat()
    .filter(
      (one, index, all) => one.sentAt >= oldest && all.findIndex((other) => keyOf(other) === keyOf(one)) === index,
    )
    .sort((one, other) => other.sentAt - one.sentAt)
    .slice(0, KEPT_MAX)
}

function callOf(request: TransactionRequest): { readonly call?: TrackedCall } {
  if (request.namespace !== 'eip155') return {}
  const { to, value, data = '0x' } = request
  return data.length > DATA_MAX ? {} : { call: { to, value: value.toString(), data } }
}

/** A transaction at its beginning. @param connectorId whose wallet has sent it */
export function trackedOf(
  request: TransactionRequest,
  hash: string,
  note: TransactionNote | undefined,
  connectorId?: string,
): TrackedTransaction {
  const { caipNetworkId, from } = request
  return {
    caipNetworkId,
    from,
    hash,
    sentAt: Date.now(),
    phase: 'pending',
    ...(note && { note }),
    ...callOf(request),
    ...(connectorId === SAFE_ID && { isOfSafe: true }),
    ...(request.namespace === 'solana' && { lastValidBlockHeight: request.lastValidBlockHeight }),
    ...(request.namespace === 'bip122' && { spends: request.spends[0] }),
  }
}
