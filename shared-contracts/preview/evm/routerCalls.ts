import { bytesOf } from '../bytes.ts'
import { describe } from '../describe.ts'
import type { Finding, Hex, Line } from '../description.ts'
import { contractLines, timeLine, warning } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import { readStep } from './routerSteps.ts'

function execute(
  commands: Hex,
  inputs: readonly Hex[],
  lines: readonly Line[],
  call: Call,
  scope: Scope,
): Finding | undefined {
  const bytes = bytesOf(commands)
  if (bytes.length !== inputs.length) return undefined
  const parts = inputs.map((input, index) => {
    const found = readStep(bytes[index] ?? 0, input, call, scope)
    return describe(found ?? { kind: 'unknownCall', lines: [warning('preview.unknownCall')] }, input)
  })
  const isSwap = parts.some(({ kind }) => kind === 'swap') && parts.every(({ kind }) => kind !== 'unknownCall')
  return { kind: isSwap ? 'swap' : 'batch', lines: [...contractLines(scope.context, call.to), ...lines], parts }
}

/** Uniswap's universal router. */
export const routerCalls = [
  reader<[Hex, Hex[], bigint]>(
    '0x3593564c',
    'execute(bytes,bytes[],uint256)',
    ([commands, inputs, deadline], call, scope) =>
      execute(commands, inputs, [timeLine('preview.deadline', deadline)], call, scope),
  ),
  reader<[Hex, Hex[]]>('0x24856bc3', 'execute(bytes,bytes[])', ([commands, inputs], call, scope) =>
    execute(commands, inputs, [], call, scope),
  ),
]
