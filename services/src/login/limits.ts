import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

const DAY_MS = 86_400_000

/** How long an unused session lasts. */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** How long any session lasts, however often it is used. */
export const SESSION_LIFETIME_MAX_MS = 180 * DAY_MS
/** How long a replaced token stays valid, for other tabs, and for clients that lost the answer with the new token. */
export const ROTATION_GRACE_MS = 60_000

/** The maximum age of a sign-in to delete a wallet or change passkeys: the recovery store's `SIGNED_IN_MAX_AGE_S`. */
export const FRESH_MAX_AGE_MS = 1_800_000
/** See `DELETION_GRACE_DAYS`. */
export const DELETION_GRACE_MS = DELETION_GRACE_DAYS * DAY_MS
/** The minimum time that a sign-in leaves for cancelling a deletion, because a store may be down at that moment. */
export const DELETION_PUT_OFF_MS = DAY_MS

/**
 * While a wallet is being deleted, each client network gets `CODES_PER_ADDRESS_MAX` codes an hour for the wallet's
 * address, and all networks together get this many.
 */
export const CODES_PER_DELETED_ADDRESS_MAX = 60

/** The maximum number of codes, and of provider visits, per minute for all clients. The operator can change it. */
export const STARTS_PER_MINUTE_MAX = 300
/** A short window, so that a client that exhausts the limit locks out others only briefly. */
export const STARTS_WINDOW_MS = 60_000

/** Answers are sent at multiples of this time after the request. */
export const ANSWER_STEP_MS = 250

/** How long expired attempts are kept for clients that still wait, before their rows are deleted. */
export const ATTEMPT_KEPT_MS = 3_600_000
