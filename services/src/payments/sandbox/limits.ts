/** To pay. */
export const SESSION_LIFETIME_MS = 15 * 60_000
/** To look at it, afterwards. */
export const SESSION_KEPT_MS = 60 * 60_000
export const SESSIONS_MAX = 5_000

/** In whole coins, or whole tokens: nobody empties the account that pays with one press. */
export const COINS_MAX = 100n
export const TOKENS_MAX = 1_000_000n
