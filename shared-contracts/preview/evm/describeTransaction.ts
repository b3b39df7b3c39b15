import { chainIdOf, type PreviewContext } from '../context.ts'
import { describe } from '../describe.ts'
import type { Description, Finding, Line } from '../description.ts'
import { addressValue, integerValue, line, nativeAmount, warning } from '../values.ts'
import { createCallDescriber } from './describeCall.ts'
import type { Authorization, Transaction } from './readTransaction.ts'

/** Warns when the request names a network or an account other than the current one. */
export function surroundingLines(
  context: PreviewContext,
  chainId: bigint | undefined,
  from: string | undefined,
): Line[] {
  const lines: Line[] = []
  if (chainId !== undefined && chainId !== chainIdOf(context)) {
    lines.push(line('preview.otherNetwork', { type: 'network', caipNetworkId: `eip155:${chainId}` }, true))
  }
  if (from !== undefined && from !== context.account.toLowerCase()) {
    lines.push(line('preview.otherAccount', addressValue(context, from), true))
  }
  return lines
}

function delegationLines(context: PreviewContext, { address, chainId }: Authorization): Line[] {
  const isEnd = /^0x0*$/.test(address)
  return [
    isEnd ? { labelKey: 'preview.delegationEnds' } : line('preview.delegate', addressValue(context, address), true),
    chainId === 0n
      ? warning('preview.everyNetwork')
      : line(
          'preview.network',
          { type: 'network', caipNetworkId: `eip155:${chainId}` },
          chainId !== chainIdOf(context),
        ),
  ]
}

/** Describes one transaction, or one call of a batch, without the lines from `surroundingLines`. */
export function describeOne(
  { to, value, data }: Pick<Transaction, 'to' | 'value' | 'data'>,
  context: PreviewContext,
  describeCall: ReturnType<typeof createCallDescriber>,
): Description {
  if (to) return describeCall({ to, value, data })
  return describe(
    {
      kind: 'contractCreation',
      lines: [
        ...(value > 0n ? [line('preview.nativeValue', nativeAmount(context, value))] : []),
        line('preview.codeSize', integerValue(BigInt(data.length / 2 - 1))),
      ],
    },
    data,
  )
}

export function describeTransaction(transaction: Transaction, context: PreviewContext): Finding {
  const one = describeOne(transaction, context, createCallDescriber(context))
  const around: Line[] = [
    ...surroundingLines(context, transaction.chainId, transaction.from),
    ...(transaction.maxFee === undefined ? [] : [line('preview.maxFee', nativeAmount(context, transaction.maxFee))]),
  ]
  if (transaction.authorizations.length === 0) return { ...one, lines: [...one.lines, ...around] }
  return {
    kind: 'delegation',
    lines: [...transaction.authorizations.flatMap((entry) => delegationLines(context, entry)), ...around],
    parts: [one],
  }
}
