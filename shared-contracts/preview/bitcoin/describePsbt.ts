import { addressOfScript } from '../../src/chains/bitcoin/address.ts'
import type { TransactionOutput } from '../../src/chains/bitcoin/transaction.ts'
import { hexOf } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import { describe } from '../describe.ts'
import type { BalanceChange, Description, Finding } from '../description.ts'
import { line, nativeAmount, rawValue, receiverLines, warning } from '../values.ts'
import { type ProvenPsbt, readProvenPsbt } from './readProvenPsbt.ts'

const sum = (all: readonly { readonly value: bigint }[]) => all.reduce((total, { value }) => total + value, 0n)

function ownOf(context: PreviewContext) {
  return ({ script }: TransactionOutput) => addressOfScript(script, context.caipNetworkId) === context.account
}

/** Describes one output. An output without an address carries data, or pays a script that has no address form. */
function payment({ value, script }: TransactionOutput, context: PreviewContext): Finding {
  const address = addressOfScript(script, context.caipNetworkId)
  return {
    kind: 'nativeTransfer',
    lines: [
      line('preview.amount', nativeAmount(context, value)),
      ...(address === undefined
        ? [warning('preview.unknownScript'), line('preview.receiver', rawValue(hexOf(script)), true)]
        : receiverLines(context, address)),
    ],
  }
}

/** The lines about the transaction as a whole. The fee is the part of the inputs that no output claims. */
function around({ inputs, outputs }: ProvenPsbt, context: PreviewContext) {
  const isOwn = ownOf(context)
  const own = inputs.filter(isOwn)
  const fee = sum(inputs) - sum(outputs)
  // A fee above the payment is a mistake or an attack.
  return [
    ...(own.length < inputs.length ? [warning('preview.othersCoins')] : []),
    line('preview.maxFee', nativeAmount(context, fee)),
    ...(fee > sum(outputs) ? [warning('preview.feeIsMost')] : []),
  ]
}

/** Describes what a PSBT (BIP-174) pays, and to whom. Change that returns to the account is not a payment. */
export function describePsbt(psbt: string, context: PreviewContext): Description {
  const read = readProvenPsbt(psbt)
  if (!read || sum(read.inputs) < sum(read.outputs)) {
    return describe({ kind: 'unknownRequest', lines: [warning('preview.unknownRequest')] }, '0x')
  }
  const raw = hexOf(read.bytes)
  const isOwn = ownOf(context)
  const paid = read.outputs.filter((output) => !isOwn(output))
  // A transaction with no other receiver is a payment to oneself.
  const shown = paid.length > 0 ? paid : read.outputs.slice(0, 1)
  const parts = shown.map((output) => describe(payment(output, context), hexOf(output.script)))
  const lines = around(read, context)
  const [only] = parts
  return only && parts.length === 1
    ? describe({ kind: only.kind, lines: [...only.lines, ...lines] }, raw)
    : describe({ kind: 'batch', lines, parts }, raw)
}

/** How the PSBT changes the account's balance. This is certain: a signature covers exactly these inputs and outputs. */
export function psbtChanges(psbt: string, context: PreviewContext): readonly BalanceChange[] | undefined {
  const read = readProvenPsbt(psbt)
  if (!read) return undefined
  const isOwn = ownOf(context)
  const change = sum(read.outputs.filter(isOwn)) - sum(read.inputs.filter(isOwn))
  return change === 0n ? [] : [{ address: context.account, change }]
}
