import type { Hex, Line } from '../description.ts'
import { addressValue, integerValue, line, nativeAmount, tokenAmount, tokenLines, warning } from '../values.ts'
import type { Scope } from './call.ts'

const NOBODY: Hex = '0x0000000000000000000000000000000000000000'

export interface Refund {
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  /** The zero address stands for the network's own currency. */
  readonly gasToken: Hex
  readonly refundReceiver: Hex
}

const paid = ({ context }: Scope, gasToken: Hex, amount: bigint) =>
  gasToken === NOBODY ? nativeAmount(context, amount) : tokenAmount(context, gasToken, amount)

/** Lines for the payment token and the payment's receiver. Without a receiver, the transaction's sender is paid. */
export const paymentLines = ({ context }: Scope, gasToken: Hex, receiver: Hex): Line[] => [
  ...(gasToken === NOBODY ? [] : tokenLines(context, gasToken)),
  receiver === NOBODY
    ? warning('preview.refundToSender')
    : line('preview.refundReceiver', addressValue(context, receiver), true),
]

/** A payment of a fixed amount from the Safe. */
export const paymentLine = (scope: Scope, gasToken: Hex, amount: bigint): Line =>
  line('preview.payment', paid(scope, gasToken, amount), true)

/**
 * Lines for a Safe's refund to the transaction's sender: `(gasUsed + baseGas) * gasPrice` (`handlePayment` of Safe
 * 1.4.1). `gasUsed` is measured around the call, so it exceeds `safeTxGas` by the network's charge for the call itself,
 * and nothing in the signed data limits it. No user-facing interface asks for such a refund.
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
