import type { Json } from '../../../src/embeddedWallet/json.ts'
import type { ContractRole } from '../../context.ts'
import type { BalanceChange, Grant } from '../../description.ts'
import { eventReaders, type Log, type Move, type OwnersGrant } from './tokenEvents.ts'

/** The address that `traceTransfers` uses for the network's own coin. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const LOGS_MAX = 500

const isRecord = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readLog(source: Json): Log | undefined {
  if (!isRecord(source) || typeof source.address !== 'string' || typeof source.data !== 'string') return undefined
  if (!Array.isArray(source.topics) || !source.topics.every((topic) => typeof topic === 'string')) return undefined
  return {
    address: source.address.toLowerCase(),
    topics: source.topics.map((topic) => String(topic).toLowerCase()),
    data: source.data.toLowerCase(),
  }
}

/** Whether an unreadable log names the account anywhere. */
const names = ({ topics, data }: Log, account: string): boolean =>
  [...topics, data].some((text) => text.includes(account.slice(2)))

function changesOf(moves: readonly Move[], account: string): readonly BalanceChange[] {
  const isTwin = (one: Move) => (other: Move) =>
    !other.isWrap && (['token', 'from', 'to', 'amount'] as const).every((part) => other[part] === one[part])
  const changes = new Map<string, BalanceChange>()
  for (const move of moves) {
    const { token, from, to, amount, tokenId } = move
    const [isIn, isOut] = [to === account, from === account]
    if (isIn === isOut || (move.isWrap && moves.some(isTwin(move)))) continue
    const key = `${token}:${tokenId ?? ''}`
    const before = changes.get(key)?.change ?? 0n
    changes.set(key, {
      address: account,
      ...(token !== NATIVE && { token }),
      ...(tokenId !== undefined && { tokenId }),
      change: before + (isIn ? amount : -amount),
    })
  }
  return [...changes.values()].filter(({ change }) => change !== 0n)
}

/** A grant and the contract reporting it: a token reports its own allowances, Permit2 those it keeps for the token. */
interface ToldGrant {
  readonly grant: OwnersGrant
  readonly by: string
}

/** The grants in force at the end: for each allowance, only the last report counts. */
function grantsOf(all: readonly ToldGrant[], account: string): readonly Grant[] {
  const last = new Map<string, OwnersGrant>()
  for (const { grant, by } of all) {
    const { token, spender, tokenId } = grant
    // An NFT can be approved for only one address.
    if (grant.owner === account) last.set(`${by}:${token}:${tokenId ?? spender}`, grant)
  }
  return [...last.values()].filter(({ isOver }) => !isOver).map(({ owner, isOver, ...grant }) => grant)
}

export interface LogEffects {
  readonly changes: readonly BalanceChange[]
  readonly grants: readonly Grant[]
  /** True when an unreadable log names the account. */
  readonly isPartial: boolean
}

/**
 * What the account gains, loses and allows according to these logs. A log is only a claim of its contract: a token may
 * emit anything.
 * @returns undefined when there are too many logs, or when one is malformed
 */
export function effectsOf(
  logs: readonly Json[],
  accountAddress: string,
  roles: Readonly<Record<string, ContractRole>> = {},
): LogEffects | undefined {
  const account = accountAddress.toLowerCase()
  const read = logs.slice(0, LOGS_MAX).map(readLog)
  if (logs.length > LOGS_MAX) return undefined
  const moves: Move[] = []
  const grants: ToldGrant[] = []
  let isPartial = false
  for (const log of read) {
    if (!log) return undefined
    const found = eventReaders.get(log.topics[0] ?? '')?.read(log, roles)
    if (!found && names(log, account)) isPartial = true
    moves.push(...(found?.moves ?? []))
    if (found?.grant) grants.push({ grant: found.grant, by: log.address })
  }
  return { changes: changesOf(moves, account), grants: grantsOf(grants, account), isPartial }
}
