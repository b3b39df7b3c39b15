import type { Account } from '@portico/contracts'
import { type CacheState, createCache } from './cache.ts'

/** What an account is called, and its picture. Neither is there for most accounts. */
export interface Identity {
  readonly name?: string
  /** From the services' own origin, or a data URI: whoever shows it tells nobody else about this visit. */
  readonly avatar?: string
}

export type IdentityState = CacheState<Identity>

/** Names and pictures; `loadIdentity.ts` asks for them. */
export const identityCache = createCache<'identity', Identity>('identity')

interface WithIdentity {
  readonly identity: IdentityState
}
/** A failure is as good as no name. */
export const selectIdentity = (state: WithIdentity, account: Account | undefined): Identity | undefined => {
  const entry = identityCache.select(state, account)
  return entry?.error ? undefined : entry?.value
}
