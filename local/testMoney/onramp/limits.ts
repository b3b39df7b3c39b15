/** Hundredths of a percent of the payment. Nobody receives the fee; it only makes pages show one. */
export const FEE_BPS = 100n

/** Minimum per order, in the currency's unit. */
export const ORDER_MIN = '10.00'
export const ORDER_MAX = '2500.00'

/** US cents per address and chain in a UTC day. */
export const DAY_MAX_CENTS = 1_000_000n

/** Time to pay for an order. */
export const ORDER_LIFETIME_MS = 15 * 60_000
/** Time to view the order afterwards. */
export const ORDER_KEPT_MS = 60 * 60_000
export const ORDERS_MAX = 5_000

/** How long the answer to "pay" waits for the delivery. */
export const DELIVERY_PATIENCE_MS = 10_000
/** A transaction that is not in a block by then counts as failed. */
export const DELIVERY_WAIT_MS = 60_000
export const DELIVERY_POLL_MS = 200
