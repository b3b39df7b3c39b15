import type { TokenFacts } from '../context.ts'
import type { BalanceChange, Effects, Grant } from '../description.ts'
import { hasNoEnd } from './grants.ts'
import type { Sentence } from './sentence.ts'

/**
 * What trying it out has found. `succeeds`: nothing stands against it, but what changes could not be read. `unaffordable`: the
 * account has less than it sends and pays. `refused`: nobody would carry it out, so nothing is sent and no fee is paid.
 * `unreachable`: nobody could be asked, so there is nothing to sign yet.
 */
export type Outcome =
  | Exclude<Effects, { readonly status: 'simulated' }>
  | (Extract<Effects, { readonly status: 'simulated' }> & {
      /** Of tokens that the request does not name, by address in lower case. */
      readonly tokens?: Readonly<Record<string, TokenFacts>>
    })
  | { readonly status: 'succeeds' | 'unaffordable' | 'refused' | 'unreachable' }

/** What it has found in one sentence; `simulated` is told by its changes. */
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

/** What leaves comes first: it is what there is to think about. */
export const inOrderOfLoss = (changes: readonly BalanceChange[]): readonly BalanceChange[] =>
  [...changes].sort((one, other) => Number(one.change > 0n) - Number(other.change > 0n))

/** Those without an end come first. */
export const inOrderOfSize = (grants: readonly Grant[]): readonly Grant[] =>
  [...grants].sort((one, other) => Number(hasNoEnd(other)) - Number(hasNoEnd(one)))
