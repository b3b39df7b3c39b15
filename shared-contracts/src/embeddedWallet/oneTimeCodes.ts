/** Limits of the one-time codes in mails, for every text that states them and every store that keeps codes. */
export const CODE_LENGTH = 6
export const CODE_LIFETIME_MS = 600_000
/** After this many wrong attempts, a code can no longer be used. */
export const CODE_TRIES_MAX = 5
export const CODES_PER_ADDRESS_MAX = 5
export const CODES_PER_IP_MAX = 20
/** The period for the two limits above. */
export const CODES_WINDOW_MS = 3_600_000
