/** Time to pay. */
export const SESSION_LIFETIME_MS = 15 * 60_000
/** Time to view the payment afterwards. */
export const SESSION_KEPT_MS = 60 * 60_000
export const SESSIONS_MAX = 5_000

/** The maximum in whole coins or tokens, so that one press cannot empty the paying account. */
export const COINS_MAX = 100n
export const TOKENS_MAX = 1_000_000n
