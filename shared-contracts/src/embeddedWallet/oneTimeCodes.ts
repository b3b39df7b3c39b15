/** Limits of one-time codes by mail, shared by every text that states them and every store that keeps codes. */
export const CODE_LENGTH = 6
export const CODE_LIFETIME_MS = 600_000
/** This many wrong tries use up the code. */
export const CODE_TRIES_MAX = 5
export const CODES_PER_ADDRESS_MAX = 5
export const CODES_PER_IP_MAX = 20
/** For both of the above. */
export const CODES_WINDOW_MS = 3_600_000
