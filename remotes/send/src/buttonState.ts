import type { Holding } from '@portico/contracts'
import type { SendAmountProblem } from './readAmount.ts'
import type { Receiver } from './receiver/useReceiver.ts'

/** The state of the form's button; only `preview` lets the visitor continue. */
export type ButtonState =
  | 'selectToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'insufficientFunds'
  | 'addAddress'
  | 'resolving'
  | 'invalidAddress'
  | 'preview'

interface Form {
  readonly holding: Holding | undefined
  readonly amount: bigint | SendAmountProblem | undefined
  readonly receiver: Receiver
  /** Whether the receiver must never be paid, such as the token's own contract. */
  readonly isNever: boolean
}

/** views.md §18: the first state that applies. */
export function buttonState({ holding, amount, receiver, isNever }: Form): ButtonState {
  if (!holding) return 'selectToken'
  if (amount === undefined) return 'addAmount'
  if (amount === 'tooMuch') return 'insufficientFunds'
  if (typeof amount !== 'bigint') return 'incorrectValue'
  if (receiver.status === 'none') return 'addAddress'
  if (receiver.status === 'resolving') return 'resolving'
  return receiver.status === 'valid' && !isNever ? 'preview' : 'invalidAddress'
}
