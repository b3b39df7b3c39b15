import type { Hex, Line } from '../description.ts'
import { addressValue, integerValue, line, nativeAmount, tokenAmount, tokenLines, warning } from '../values.ts'
import type { Scope } from './call.ts'

const NOBODY: Hex = '0x0000000000000000000000000000000000000000'

export interface Refund {
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  /** Nobody's address is the network's own currency. */
  readonly gasToken: Hex
  readonly refundReceiver: Hex
}

const paid = ({ context }: Scope, gasToken: Hex, amount: bigint) =>
  gasToken === NOBODY ? nativeAmount(context, amount) : tokenAmount(context, gasToken, amount)

/** Which token is paid, and to whom: without a receiver, to whoever sends the transaction. */
export const paymentLines = ({ context }: Scope, gasToken: Hex, receiver: Hex): Line[] => [
  ...(gasToken === NOBODY ? [] : tokenLines(context, gasToken)),
  receiver === NOBODY
    ? warning('preview.refundToSender')
    : line('preview.refundReceiver', addressValue(context, receiver), true),
]

/** A payment out of the Safe of an amount that is certain. */
export const paymentLine = (scope: Scope, gasToken: Hex, amount: bigint): Line =>
  line('preview.payment', paid(scope, gasToken, amount), true)

/**
 * The Safe pays whoever sends its transaction from its own balance: `(gasUsed + baseGas) * gasPrice` (`handlePayment` of Safe
 * 1.4.1). `gasUsed` is measured around the call, so it is more than `safeTxGas` by what the network takes for the call itself,
 * and nothing that is signed limits it. No interface for people asks for such a payment.
 */
export function refundLines(scope: Scope, { gasPrice, gasToken, refundReceiver, safeTxGas, baseGas }: Refund): Line[] {
  if (gasPrice === 0n) return []
  return [
    warning('preview.refundNoLimit'),
    line('preview.refund', paid(scope, gasToken, gasPrice * (safeTxGas + baseGas)), true),
    line('preview.refundPrice', paid(scope, gasToken, gasPrice), true),
    line('preview.refundGas', integerValue(safeTxGas + baseGas)),
    ...paymentLines(scope, gasToken, refundReceiver),
  ]
}
