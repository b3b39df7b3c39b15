/**
 * Whether, according to the chain, a transaction named by an exchange paid a bill. `otherwise`: the transaction
 * certainly did not. `waiting`: the transaction is not in a block yet. `unknown`: undecidable.
 */
export type Delivery = 'paid' | 'otherwise' | 'waiting' | 'unknown'

/** An RPC call to a node of the bill's network. */
export type AskOfBill = (method: string, ...params: readonly unknown[]) => Promise<unknown>
