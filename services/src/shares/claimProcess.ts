import type { ShareStore } from '@portico/contracts/services/login'

/** The roles of a process. Each holds a part of a wallet that no other may; `services` is the rest, including login. */
export type Custodian = 'services' | 'secure site' | `${ShareStore} share store`

export const custodianOf = (store: ShareStore): Custodian => `${store} share store`

/** A global symbol, because a bundle may contain this module twice. */
const CLAIM = Symbol.for('portico.custodian')

type Holder = { [CLAIM]?: Custodian }

/**
 * Fixes the role of this process for its lifetime, because memory that has held a share is not cleared when a server
 * closes.
 * @throws Error if the process already has another role: an intruder in one process must not get two shares
 */
export function claimProcess(custodian: Custodian, holder: object = globalThis): void {
  const claimed: Holder = holder
  const before = claimed[CLAIM]
  if (before !== undefined && before !== custodian) {
    throw new Error(`This process is the ${before} and cannot be the ${custodian} as well: each needs its own process.`)
  }
  if (before === undefined) Object.defineProperty(holder, CLAIM, { value: custodian })
}
