import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

const DAY_MS = 86_400_000

/** A session that nobody uses ends after this, … */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** … and every one after this. */
export const SESSION_LIFETIME_MAX_MS = 180 * DAY_MS
/** A token that was replaced is still taken for this long: another tab, or an answer that got lost. */
export const ROTATION_GRACE_MS = 60_000

/**
 * A wallet is deleted, and its passkeys are changed, by somebody who has signed in for it: as long as the recovery store hears
 * them (`SIGNED_IN_MAX_AGE_S` of the shares).
 */
export const FRESH_MAX_AGE_MS = 1_800_000
/** See `DELETION_GRACE_DAYS`. */
export const DELETION_GRACE_MS = DELETION_GRACE_DAYS * DAY_MS
/** Whoever has signed in has this much time at least to call a deletion off: a store may be down just then. */
export const DELETION_PUT_OFF_MS = DAY_MS

/**
 * While a wallet is being deleted, each network gets `CODES_PER_ADDRESS_MAX` codes an hour for its address, and all of them
 * together this many.
 */
export const CODES_PER_DELETED_ADDRESS_MAX = 60

/** Codes, and as many visits to providers, that all clients together may begin in a minute, unless an operator says otherwise. */
export const STARTS_PER_MINUTE_MAX = 300
/** Short, so that whoever takes all of it keeps the others out for no longer. */
export const STARTS_WINDOW_MS = 60_000

/** Answers come at multiples of this. */
export const ANSWER_STEP_MS = 250

/** Only for whoever waits still: then the rows of attempts go. */
export const ATTEMPT_KEPT_MS = 3_600_000
