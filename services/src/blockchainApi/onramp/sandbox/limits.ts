/** Hundredths of a percent of what is paid. It goes nowhere: pages are to be seen with a fee. */
export const FEE_BPS = 100n

/** What can be spent at once, in the unit of the currency. */
export const ORDER_MIN = '10.00'
export const ORDER_MAX = '2500.00'

/** US cents for one address on one chain in a day of UTC. */
export const DAY_MAX_CENTS = 1_000_000n

/** To pay for it. */
export const ORDER_LIFETIME_MS = 15 * 60_000
/** To look at it, afterwards. */
export const ORDER_KEPT_MS = 60 * 60_000
export const ORDERS_MAX = 5_000

/** An answer to "pay" waits for the delivery so long. */
export const DELIVERY_PATIENCE_MS = 10_000
/** A transaction that is in no block by then is given up. */
export const DELIVERY_WAIT_MS = 60_000
export const DELIVERY_POLL_MS = 200
