/** A working day: after it, operators sign in again. A session alone cannot do anything dangerous. */
export const SESSION_LIFETIME_MS = 12 * 3_600_000
/** Time to send a link to a colleague and for the colleague to open it. */
export const INVITATION_LIFETIME_MS = 24 * 3_600_000
/** Time to confirm in the browser's dialog, also with a phone as authenticator. */
export const CHALLENGE_LIFETIME_MS = 300_000
/** Time for an operator to read an action and sign it. */
export const SIGNING_LIFETIME_MS = 300_000
/** Time for a second operator to sign. */
export const PENDING_LIFETIME_MS = 24 * 3_600_000
/** Attempts to sign in, of one client, per minute. */
export const ATTEMPTS_PER_MINUTE = 60
