import { decodeBase64, encodeBase58 } from '../../src/chains/bytes.ts'
import type { BalanceChange, Grant } from '../description.ts'
import { isRecord } from '../isRecord.ts'
import { unsigned } from '../solana/instruction.ts'
import { SYSTEM_PROGRAM } from '../solana/systemProgram.ts'
import { TOKEN_PROGRAMS } from '../solana/tokenProgram.ts'
import { isUnlimited } from '../values.ts'

/** A Solana account at one moment. */
interface AccountState {
  readonly lamports: bigint
  /** The program that owns the account. */
  readonly owner: string
  readonly data: Uint8Array
}

/** Null when the account does not exist; undefined when the answer is malformed. */
function readState(value: unknown): AccountState | null | undefined {
  if (value === null) return null
  if (!isRecord(value) || typeof value.lamports !== 'number' || typeof value.owner !== 'string') return undefined
  const text = Array.isArray(value.data) ? value.data[0] : undefined
  if (typeof text !== 'string' || !Number.isSafeInteger(value.lamports)) return undefined
  return { lamports: BigInt(value.lamports), owner: value.owner, data: decodeBase64(text) ?? new Uint8Array() }
}

export type States = readonly (AccountState | null)[]

/** Reads a node's answer about `count` accounts, in base64; undefined when malformed. */
export function readStates(value: unknown, count: number): States | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined
  const states = value.map(readState)
  return states.every((one) => one !== undefined) ? states : undefined
}

/** Field offsets in token accounts of either program. The four bytes before an optional field say whether it is set. */
const AT = { owner: 32, amount: 64, delegate: 72, delegated: 121, closer: 129, end: 165 } as const
const KEY_BYTES = 32
const AMOUNT_BITS = 64

interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegated: bigint
  /** A key other than the owner's that may close the account and take its lamports. */
  readonly closer: string | undefined
}

function tokenAccountIn(state: AccountState | null | undefined): TokenAccount | undefined {
  if (!state || !TOKEN_PROGRAMS.includes(state.owner) || state.data.length < AT.end) return undefined
  const { data } = state
  const key = (at: number) => encodeBase58(data.subarray(at, at + KEY_BYTES))
  const optional = (at: number) => (unsigned(data, at, 4) === 1n ? key(at + 4) : undefined)
  return {
    mint: key(0),
    owner: key(AT.owner),
    amount: unsigned(data, AT.amount, 8),
    delegate: optional(AT.delegate),
    delegated: unsigned(data, AT.delegated, 8),
    closer: optional(AT.closer),
  }
}

/** How the balances of the account and its token accounts change. Its own state comes first in `before` and `after`. */
export function changesOf(account: string, before: States, after: States): readonly BalanceChange[] {
  const change = (after[0]?.lamports ?? 0n) - (before[0]?.lamports ?? 0n)
  const tokens = new Map<string, bigint>()
  const count = (states: States, sign: bigint) => {
    for (const state of states) {
      const found = tokenAccountIn(state)
      if (found?.owner === account) tokens.set(found.mint, (tokens.get(found.mint) ?? 0n) + sign * found.amount)
    }
  }
  count(before, -1n)
  count(after, 1n)
  return [
    ...(change === 0n ? [] : [{ address: account, change }]),
    ...[...tokens].flatMap(([token, change]) => (change === 0n ? [] : [{ address: account, token, change }])),
  ]
}

/** Spenders that may take the account's tokens after the transaction, and could take fewer or none before it. */
export function grantsOf(account: string, before: States, after: States): readonly Grant[] {
  return after.flatMap((state, index): Grant[] => {
    const now = tokenAccountIn(state)
    if (now?.owner !== account || now.delegate === undefined || now.delegated === 0n) return []
    const then = tokenAccountIn(before[index])
    if (then?.delegate === now.delegate && then.delegated >= now.delegated) return []
    const { mint: token, delegate: spender, delegated: amount } = now
    return [{ token, spender, amount, ...(isUnlimited(amount, AMOUNT_BITS) && { isUnlimited: true }) }]
  })
}

/** The visitor's accounts, including token accounts, over which someone else gains control. */
export function handedOver(
  account: string,
  addresses: readonly string[],
  before: States,
  after: States,
): readonly string[] {
  return addresses.filter((address, index) => {
    const [first, last] = [before[index], after[index]]
    if (address === account) return first?.owner === SYSTEM_PROGRAM && !!last && last.owner !== SYSTEM_PROGRAM
    const [then, now] = [tokenAccountIn(first), tokenAccountIn(last)]
    if (then?.owner !== account || !now) return false
    return now.owner !== account || (now.closer !== undefined && now.closer !== account && now.closer !== then.closer)
  })
}

const isSame = (one: AccountState | null | undefined, other: AccountState | null | undefined) =>
  one?.lamports === other?.lamports &&
  one?.owner === other?.owner &&
  one?.data.length === other?.data.length &&
  (one?.data.every((byte, at) => byte === other?.data[at]) ?? true)

/** Whether the data contains the key anywhere. */
const names = ({ data }: AccountState, key: Uint8Array) =>
  data.some((byte, at) => byte === key[0] && key.every((one, offset) => data[at + offset] === one))

/**
 * Whether anything changes in an account that mentions the visitor, but is neither their own nor a token account: a
 * stake, a deposit or a nonce account. What such a change means cannot be read here.
 * @param key the visitor's key
 */
export const changesElsewhere = (key: Uint8Array, before: States, after: States): boolean =>
  before.some((first, index) => {
    const last = after[index]
    if (index === 0 || isSame(first, last) || tokenAccountIn(first) || tokenAccountIn(last)) return false
    return [first, last].some((state) => state && names(state, key))
  })
