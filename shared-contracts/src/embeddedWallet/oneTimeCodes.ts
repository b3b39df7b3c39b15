/** One-time codes by mail: every text that states their lifetime, and every store that keeps them, has it from here. */
export const CODE_LENGTH = 6
export const CODE_LIFETIME_MS = 600_000
/** After as many wrong ones, the code is used up. */
export const CODE_TRIES_MAX = 5
export const CODES_PER_ADDRESS_MAX = 5
export const CODES_PER_IP_MAX = 20
/** For both of the above. */
export const CODES_WINDOW_MS = 3_600_000
