import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'

/** The clock of the visitor's device wrote the time of a proof, and it is not always right. */
export const PROOF_CLOCK_TOLERANCE_S = 300
/** The clocks of our own machines differ by less. */
export const ASSERTION_CLOCK_TOLERANCE_S = 5

/**
 * The recovery store is asked when somebody has just signed in on a new device, or after a loss, and never else: time for
 * a link to arrive and be followed, and for what it opens.
 */
export const SIGNED_IN_MAX_AGE_S = 1_800

/**
 * Deleted shares are kept for so long. It is two days more than login keeps the wallet's owner, who has a day more after each
 * time that they sign in: whoever can still sign in finds both shares, however long the deletion took.
 */
export const DELETED_KEPT_MS = (DELETION_GRACE_DAYS + 2) * 86_400_000

/** Of all calls of one frame for one wallet. What is due in the window may be spent at once. */
export const CALL_LIMIT = { perSecond: 1, windowS: 60 }
/** Of those of all frames together for one wallet. What keeps it does not count here: nobody can use that up for its owner. */
export const WALLET_CALL_LIMIT = { perSecond: 10, windowS: 60 }
/** For each wallet, of calls that hand out a share. */
export const RELEASE_LIMIT = { perSecond: 0.1, windowS: 600 }

/** How long whoever prepared new shares has to commit them before somebody else may abandon them. */
export const ROTATION_PATIENCE_MS = 600_000

/** Between two links that are mailed for one wallet. */
export const LINK_RESEND_MS = 30_000

/** How long an unconfirmed device of a wallet without an address waits, unless the operator sets another time. */
export const NEW_DEVICE_WAIT_HOURS = 24
/** A request that nobody decided is forgotten this long after its wait is over. */
export const DEVICE_REQUEST_KEPT_MS = 7 * 86_400_000
/** For each wallet, of requests that nobody has decided. */
export const DEVICE_REQUESTS_MAX = 5
/** Between two requests for one wallet. */
export const DEVICE_RESEND_MS = 1_000

/** Shares that are sealed anew at once after a change of the key. */
export const RESEAL_BATCH = 200
