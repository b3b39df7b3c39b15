import { DISCONNECT_WAIT_MS, EMAIL_LOGIN_COOLDOWN_MS, FRAME_REQUEST_TIMEOUT_MS } from '../limits.ts'
import type { RequestName } from './requests.ts'
import { rpcMethodKind } from './rpcMethods.ts'

/** How long a channel of Farcaster's relay stays open for the visitor. */
export const FARCASTER_WAIT_MS = 600_000

/**
 * Requests that configure a frame, even one that is still loading, and even if no visitor ever signs in. They wait as
 * long as it takes, and never cause a report that the wallet did not load.
 */
export const WITHOUT_LOAD_LIMIT: readonly RequestName[] = ['SYNC_DAPP_DATA', 'SYNC_THEME', 'SET_PREFERRED_ACCOUNT']

const longer: { readonly [Name in RequestName]?: number } = {
  CONNECT_FARCASTER: FARCASTER_WAIT_MS,
  /** After this time, the visitor is signed out even without an answer. */
  SIGN_OUT: DISCONNECT_WAIT_MS,
}

/**
 * How long the page waits for an answer after posting a request; undefined for a visitor's decision, which has no time
 * limit. rules.md §9 limits five requests; for the others, other clients wait forever. Here every promise settles, so
 * every other request has a limit as well.
 * @param method the method of an RPC_REQUEST
 */
export function answerTimeoutMs(name: RequestName, method?: string): number | undefined {
  const isForVisitor =
    name === 'REVIEW_NEW_DEVICES' ||
    (name === 'RPC_REQUEST' && (method === undefined || rpcMethodKind(method) !== 'read'))
  return isForVisitor ? undefined : (longer[name] ?? FRAME_REQUEST_TIMEOUT_MS)
}

/** Seconds until another code may be requested (rules.md §5), rounded up; 0 if at once. Times are in ms since 1970. */
export function emailCooldownS(lastLoginAt: number | undefined, now: number): number {
  if (lastLoginAt === undefined) return 0
  const left = lastLoginAt + EMAIL_LOGIN_COOLDOWN_MS - now
  // If more time is left than the whole cooldown, the clock was set back.
  return left > 0 && left <= EMAIL_LOGIN_COOLDOWN_MS ? Math.ceil(left / 1_000) : 0
}
