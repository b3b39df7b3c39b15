import { DISCONNECT_WAIT_MS, EMAIL_LOGIN_COOLDOWN_MS, FRAME_REQUEST_TIMEOUT_MS } from '../limits.ts'
import type { RequestName } from './requests.ts'
import { rpcMethodKind } from './rpcMethods.ts'

/** How long a channel of Farcaster's relay waits for its visitor. */
export const FARCASTER_WAIT_MS = 600_000

/**
 * These set something up that a frame which is still loading will want to know, whether or not a visitor is ever going to
 * sign in: they wait as long as it takes, and are no reason to say that the wallet did not load.
 */
export const WITHOUT_LOAD_LIMIT: readonly RequestName[] = ['SYNC_DAPP_DATA', 'SYNC_THEME', 'SET_PREFERRED_ACCOUNT']

const longer: { readonly [Name in RequestName]?: number } = {
  CONNECT_FARCASTER: FARCASTER_WAIT_MS,
  /** Whatever has been heard by then, the visitor is signed out. */
  SIGN_OUT: DISCONNECT_WAIT_MS,
}

/**
 * How long the page waits for the answer, from posting on; undefined where a visitor has to read and decide, and may take
 * their time. rules.md §9 has limits for five requests, and other clients wait for ever for the rest and for those that
 * ran out of time; here each promise settles, so the limit is everybody's.
 * @param method of RPC_REQUEST
 */
export function answerTimeoutMs(name: RequestName, method?: string): number | undefined {
  const isForVisitor =
    name === 'REVIEW_NEW_DEVICES' ||
    (name === 'RPC_REQUEST' && (method === undefined || rpcMethodKind(method) !== 'read'))
  return isForVisitor ? undefined : (longer[name] ?? FRAME_REQUEST_TIMEOUT_MS)
}

/**
 * Seconds until another code may be asked for (rules.md §5), rounded up; 0 when it may be now. Times are in
 * milliseconds since 1970.
 */
export function emailCooldownS(lastLoginAt: number | undefined, now: number): number {
  if (lastLoginAt === undefined) return 0
  const left = lastLoginAt + EMAIL_LOGIN_COOLDOWN_MS - now
  // More than the whole of it: somebody has set the clock back.
  return left > 0 && left <= EMAIL_LOGIN_COOLDOWN_MS ? Math.ceil(left / 1_000) : 0
}
