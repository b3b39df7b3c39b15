import type { Account } from '@portico/contracts'
import { type CacheState, createCache } from './cache.ts'

/** An account's name and picture. Most accounts have neither. */
export interface Identity {
  readonly name?: string
  /** From the services' own origin or a data URI, so that loading the picture reveals the visit to no third party. */
  readonly avatar?: string
}

/** Names and pictures; `loadIdentity.ts` requests them. */
export const identityCache = createCache<'identity', Identity>('identity')

interface WithIdentity {
  readonly identity: CacheState<Identity>
}
/** After a failure the account counts as having no name. */
export const selectIdentity = (state: WithIdentity, account: Account | undefined): Identity | undefined => {
  const entry = identityCache.select(state, account)
  return entry?.error ? undefined : entry?.value
}
