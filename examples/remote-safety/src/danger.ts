import type { Grant } from './grant.ts'

/** Why a permission is dangerous, in the order in which the reasons are shown. */
export type Reason = 'account' | 'person' | 'unknown' | 'unlimited' | 'all' | 'old' | 'nothingNow'

export interface Danger {
  readonly level: 'high' | 'medium' | 'low'
  readonly reasons: readonly Reason[]
}

/** After half a year, few people remember what they allowed. */
const OLD_MS = 182 * 86_400_000

/**
 * How dangerous a permission is. High: a stranger could take something valuable without limit. Low: the spender is
 * known, or there is nothing to take.
 * @param now milliseconds since 1970
 */
export function dangerOf(grant: Grant, now: number): Danger {
  const { kind, isUnlimited, isPerson, spenderName, atRisk, givenAt } = grant
  const isStranger = spenderName === undefined
  const isNothingNow = atRisk === '0'
  const takesAll = kind === 'delegation' || kind === 'nfts' || isUnlimited === true
  const reasons: readonly (readonly [Reason, boolean])[] = [
    ['account', kind === 'delegation'],
    ['person', isPerson === true],
    ['unknown', isStranger && isPerson !== true],
    ['unlimited', isUnlimited === true],
    ['all', kind === 'nfts'],
    ['old', givenAt !== undefined && now - givenAt > OLD_MS],
    ['nothingNow', isNothingNow],
  ]
  // A person who may take something is the usual end of a fraud. A known contract keeps to its rules.
  const isHigh = isStranger && (takesAll || isPerson === true) && !(isNothingNow && !takesAll)
  return {
    level: isHigh ? 'high' : isStranger && !isNothingNow ? 'medium' : takesAll && !isNothingNow ? 'medium' : 'low',
    reasons: reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : [])),
  }
}

const RANK = { high: 0, medium: 1, low: 2 } as const

/** The most dangerous first; the order is otherwise kept. */
export const byDanger = (grants: readonly Grant[], now: number): readonly Grant[] =>
  [...grants].sort((one, other) => RANK[dangerOf(one, now).level] - RANK[dangerOf(other, now).level])
