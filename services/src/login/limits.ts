import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

const DAY_MS = 86_400_000

/** An unused session ends after this, … */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** … and every session after this. */
export const SESSION_LIFETIME_MAX_MS = 180 * DAY_MS
/** A replaced token stays valid for this long, for another tab or a lost answer. */
export const ROTATION_GRACE_MS = 60_000

/**
 * Deleting a wallet or changing its passkeys requires a sign-in no older than this, which equals the recovery store's
 * limit (`SIGNED_IN_MAX_AGE_S` of the shares).
 */
export const FRESH_MAX_AGE_MS = 1_800_000
/** See `DELETION_GRACE_DAYS`. */
export const DELETION_GRACE_MS = DELETION_GRACE_DAYS * DAY_MS
/** After a sign-in there is at least this much time to cancel a deletion: a store may be down just then. */
export const DELETION_PUT_OFF_MS = DAY_MS

/**
 * While a wallet is being deleted, each network gets `CODES_PER_ADDRESS_MAX` codes an hour for its address, and all
 * together this many.
 */
export const CODES_PER_DELETED_ADDRESS_MAX = 60

/** Codes of all clients together per minute, and as many provider visits; the operator can change it. */
export const STARTS_PER_MINUTE_MAX = 300
/** Short, so that exhausting the limit locks others out only briefly. */
export const STARTS_WINDOW_MS = 60_000

/** Answers come at multiples of this. */
export const ANSWER_STEP_MS = 250

/** Kept for clients that still wait; then the rows of attempts are deleted. */
export const ATTEMPT_KEPT_MS = 3_600_000
