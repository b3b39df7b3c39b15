import type { TokenFacts } from '../context.ts'
import type { BalanceChange, Effects, Grant } from '../description.ts'
import { hasNoEnd } from './grants.ts'
import type { Sentence } from './sentence.ts'

/**
 * The result of a simulation. `succeeds`: the calls succeed, but their changes could not be read. `unaffordable`: the
 * account has less than it would send and pay. `refused`: the network would not execute the request, so nothing is sent
 * and no fee is paid. `unreachable`: no node answered, so there is nothing to sign yet.
 */
export type Outcome =
  | Exclude<Effects, { readonly status: 'simulated' }>
  | (Extract<Effects, { readonly status: 'simulated' }> & {
      /** Facts about tokens that the request does not name, keyed by address in lower case. */
      readonly tokens?: Readonly<Record<string, TokenFacts>>
    })
  | { readonly status: 'succeeds' | 'unaffordable' | 'refused' | 'unreachable' }

/** The result in one sentence. The sentence for `simulated` introduces the changes. */
export function outcomeSentence({ status }: Outcome): Sentence {
  switch (status) {
    case 'reverts':
      return { key: 'preview.wouldFail', isWarning: true, isDanger: true }
    case 'unaffordable':
      return { key: 'preview.unaffordable', isWarning: true, isDanger: true }
    case 'refused':
      return { key: 'preview.refused', isWarning: true, isDanger: true }
    case 'unreachable':
      return { key: 'preview.unreachable', isWarning: true, isDanger: true }
    case 'succeeds':
      return { key: 'preview.succeeds' }
    case 'simulated':
      return { key: 'preview.changes' }
    case 'notSimulated':
    case 'failed':
      return { key: 'preview.notSimulated', isWarning: true }
  }
}

/** Losses come first, because the visitor has to consider them. */
export const inOrderOfLoss = (changes: readonly BalanceChange[]): readonly BalanceChange[] =>
  [...changes].sort((one, other) => Number(one.change > 0n) - Number(other.change > 0n))

/** Unlimited grants come first. */
export const inOrderOfSize = (grants: readonly Grant[]): readonly Grant[] =>
  [...grants].sort((one, other) => Number(hasNoEnd(other)) - Number(hasNoEnd(one)))
