import type { ShareStore } from '@portico/contracts/services/login'

/** Who has something of a wallet that nobody else may have; `services` are all others, login among them. */
export type Custodian = 'services' | 'secure site' | `${ShareStore} share store`

export const custodianOf = (store: ShareStore): Custodian => `${store} share store`

/** Not of this module: a bundle may hold it twice. */
const CLAIM = Symbol.for('portico.custodian')

type Holder = { [CLAIM]?: Custodian }

/**
 * Says what this process is, for as long as it lives: memory that has seen one share is not emptied when a server closes.
 * @throws Error when it is something else already: whoever breaks into a process must not get two shares
 */
export function claimProcess(custodian: Custodian, holder: object = globalThis): void {
  const claimed: Holder = holder
  const before = claimed[CLAIM]
  if (before !== undefined && before !== custodian) {
    throw new Error(`This process is the ${before} and cannot be the ${custodian} as well: each needs its own process.`)
  }
  if (before === undefined) Object.defineProperty(holder, CLAIM, { value: custodian })
}
