import type { ShareStore } from '@portico/contracts/services/login'

/** Holders of a part of a wallet that no other process may have; `services` are all others, including login. */
export type Custodian = 'services' | 'secure site' | `${ShareStore} share store`

export const custodianOf = (store: ShareStore): Custodian => `${store} share store`

/** Global, because a bundle may contain this module twice. */
const CLAIM = Symbol.for('portico.custodian')

type Holder = { [CLAIM]?: Custodian }

/**
 * Fixes the role of this process for its lifetime: memory that has held one share is not cleared when a server closes.
 * @throws Error if it already has another role: an intruder in one process must not get two shares
 */
export function claimProcess(custodian: Custodian, holder: object = globalThis): void {
  const claimed: Holder = holder
  const before = claimed[CLAIM]
  if (before !== undefined && before !== custodian) {
    throw new Error(`This process is the ${before} and cannot be the ${custodian} as well: each needs its own process.`)
  }
  if (before === undefined) Object.defineProperty(holder, CLAIM, { value: custodian })
}
