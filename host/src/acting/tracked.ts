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

/** A sent transaction, with what is needed to tell that it can never be included. */
export interface TrackedTransaction extends SentTransaction {
  /** EVM: known once a node has returned the transaction. Only for the account's own transactions. */
  readonly nonce?: number | undefined
  /** Solana: the last block that can include the transaction. */
  readonly lastValidBlockHeight?: number | undefined
  /** EVM: the call, kept until the phase is final. A replacement with the same call differs only in its fee. */
  readonly call?: TrackedCall | undefined
  /** `hash` is a Safe's own, unknown to nodes (decision 0019): the transaction may await other owners indefinitely. */
  readonly isOfSafe?: boolean | undefined
  /** Bitcoin: an output that the transaction spends; another transaction may spend it instead. */
  readonly spends?: Outpoint | undefined
}

interface TrackedCall {
  readonly to: string
  /** Wei. */
  readonly value: string
  readonly data: string
}

/** Longer calldata is not stored; a resent transaction is then not recognized. */
const DATA_MAX = 20_000
/** The connector id that `findSafe` uses (decision 0019). */
const SAFE_ID = 'safe'

/** Older transactions are listed by the services. */
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

/** The transactions that an earlier visit or another tab has stored, without unreadable entries. */
export const readTracked = (stored: Stored<'transactions'> = []): readonly TrackedTransaction[] =>
  stored.flatMap((one) => {
    const read = safeParse(Tracked, one)
    return read.success ? [read.output] : []
  })

/** A key that identifies a transaction. */
export const keyOf = ({ caipNetworkId, hash }: Pick<SentTransaction, 'caipNetworkId' | 'hash'>): string =>
  `${caipNetworkId} ${hash}`

/** All transactions, newest first, without duplicates and expired ones. The first of two duplicates wins. */
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

/** A newly sent transaction. @param connectorId the connector id of the wallet that sent it */
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
