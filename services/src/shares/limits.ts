import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

/** The tolerance for the time of a proof, which comes from the clock of the visitor's device. */
export const PROOF_CLOCK_TOLERANCE_S = 300
/** The tolerance for the time of an assertion. The clocks of our own machines differ less. */
export const ASSERTION_CLOCK_TOLERANCE_S = 5

/**
 * How old a sign-in may be for the recovery store to accept it. That store is needed only after a sign-in on a new
 * device, or after a loss. This is enough time for a link to arrive and be followed, and for the actions that the link
 * allows.
 */
export const SIGNED_IN_MAX_AGE_S = 1_800

/**
 * How long deleted shares are kept: two days longer than login keeps the wallet's accounts, which get another day after
 * each sign-in. So anybody who can still sign in finds both shares, however long the deletion took.
 */
export const DELETED_KEPT_MS = (DELETION_GRACE_DAYS + 2) * 86_400_000

/** Calls of one frame for one wallet. The total of the window can be spent at once. */
export const CALL_LIMIT = { perSecond: 1, windowS: 60 }
/** Calls of all frames together for one wallet. Calls that keep it do not count, so that nobody can block its owner. */
export const WALLET_CALL_LIMIT = { perSecond: 10, windowS: 60 }
/** Calls per wallet that release a share. */
export const RELEASE_LIMIT = { perSecond: 0.1, windowS: 600 }

/** How long new shares are reserved for the device that prepared them; afterwards, other devices can abandon them. */
export const ROTATION_PATIENCE_MS = 600_000

/** Minimum time between two mailed links for one wallet. */
export const LINK_RESEND_MS = 30_000

/** How long an unconfirmed device of a wallet without an address waits, by default. */
export const NEW_DEVICE_WAIT_HOURS = 24
/** How long an undecided request is kept after its wait. */
export const DEVICE_REQUEST_KEPT_MS = 7 * 86_400_000
/** The maximum number of undecided requests per wallet. */
export const DEVICE_REQUESTS_MAX = 5
/** Minimum time between two requests for one wallet. */
export const DEVICE_RESEND_MS = 1_000

/** How many shares are resealed in one batch after a key change. */
export const RESEAL_BATCH = 200
