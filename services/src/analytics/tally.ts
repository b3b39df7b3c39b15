import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import { accountOf, errorTypeOf, eventNameOf, OTHER, releaseOf } from './names.ts'

/** The maximum per project and day. Any further release counts as `other`, because clients can invent releases. */
export const RELEASES_MAX = 50
/** The maximum per project and day. Further accounts are not stored. */
export const ACCOUNTS_MAX = 10_000

/** The counts of one project on one day. */
export interface Tally {
  /** The count of each event. */
  readonly events: Map<string, number>
  /** For each release, the count of each error type. */
  readonly errors: Map<string, Map<string, number>>
  readonly accounts: Set<string>
}

export const emptyTally = (): Tally => ({ events: new Map(), errors: new Map(), accounts: new Set() })

const increase = (counts: Map<string, number>, key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by)

/**
 * The name under which a release is counted.
 * @param known the releases counted so far
 */
export const releaseAmong = (
  known: { readonly size: number; has(release: string): boolean },
  release: string,
): string => (known.has(release) || known.size < RELEASES_MAX ? release : OTHER)

function increaseError({ errors }: Tally, release: string, type: string, by: number) {
  const counted = releaseAmong(errors, release)
  const types = errors.get(counted) ?? new Map<string, number>()
  errors.set(counted, types)
  increase(types, type, by)
}

function addAccount({ accounts }: Tally, account: string) {
  if (accounts.size < ACCOUNTS_MAX) accounts.add(account)
}

/** @param sdkVersion the name and version that the client reports (`sv`) */
export function countEvent(tally: Tally, { props }: AnalyticsEvent, sdkVersion: string) {
  increase(tally.events, eventNameOf(props.event), 1)
  if (props.type === 'error') {
    increaseError(tally, releaseOf(props.stackTrace, sdkVersion), errorTypeOf(props.errorType), 1)
    return
  }
  const account = accountOf(props.address)
  if (account) addAccount(tally, account)
}

/** Adds the counts of another tally. */
export function mergeTally(tally: Tally, other: Tally) {
  for (const [event, count] of other.events) increase(tally.events, event, count)
  for (const [release, types] of other.errors) {
    for (const [type, count] of types) increaseError(tally, release, type, count)
  }
  for (const account of other.accounts) addAccount(tally, account)
}
