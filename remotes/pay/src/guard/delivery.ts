/**
 * Whether a transaction that an exchange names has paid a bill, as the chain says. `otherwise`: it certainly has not.
 * `waiting`: no block has it yet. `unknown`: it cannot be told.
 */
export type Delivery = 'paid' | 'otherwise' | 'waiting' | 'unknown'

/** A question to a node of the bill's network. */
export type AskOfBill = (method: string, ...params: readonly unknown[]) => Promise<unknown>
