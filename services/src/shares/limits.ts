import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

/** The time of a proof comes from the clock of the visitor's device, which may be wrong. */
export const PROOF_CLOCK_TOLERANCE_S = 300
/** The clocks of our own machines differ less. */
export const ASSERTION_CLOCK_TOLERANCE_S = 5

/**
 * The recovery store is needed only after a sign-in on a new device, or after a loss: this is enough for a link to
 * arrive and be followed, and for the actions that it allows.
 */
export const SIGNED_IN_MAX_AGE_S = 1_800

/**
 * How long deleted shares are kept. Two days longer than login keeps the wallet's owner, who gets another day after
 * each sign-in: anybody who can still sign in finds both shares, however long the deletion took.
 */
export const DELETED_KEPT_MS = (DELETION_GRACE_DAYS + 2) * 86_400_000

/** Calls of one frame for one wallet. The window's total may be spent at once. */
export const CALL_LIMIT = { perSecond: 1, windowS: 60 }
/**
 * Calls of all frames together for one wallet. Keeping the wallet does not count here, so that nobody can block its
 * owner.
 */
export const WALLET_CALL_LIMIT = { perSecond: 10, windowS: 60 }
/** Calls per wallet that release a share. */
export const RELEASE_LIMIT = { perSecond: 0.1, windowS: 600 }

/** How long new shares are reserved for the device that prepared them; afterwards others may abandon them. */
export const ROTATION_PATIENCE_MS = 600_000

/** Minimum time between two mailed links for one wallet. */
export const LINK_RESEND_MS = 30_000

/** How long an unconfirmed device of a wallet without an address waits, by default. */
export const NEW_DEVICE_WAIT_HOURS = 24
/** An undecided request is forgotten this long after its wait. */
export const DEVICE_REQUEST_KEPT_MS = 7 * 86_400_000
/** Undecided requests per wallet. */
export const DEVICE_REQUESTS_MAX = 5
/** Minimum time between two requests for one wallet. */
export const DEVICE_RESEND_MS = 1_000

/** Shares resealed in one batch after a key change. */
export const RESEAL_BATCH = 200
