import { bytesOf } from '../bytes.ts'
import { describe } from '../describe.ts'
import type { Finding, Hex, Line } from '../description.ts'
import { contractLines, timeLine, warning } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'
import { readStep } from './routerSteps.ts'
import { isRouter, swapFinding } from './swapLines.ts'

/** At a contract other than the router, a step's name does not prove what the step does. */
function claimed<Found extends Finding>(found: Found): Found {
  const { kind, parts } = found
  const isMeant = kind !== 'swap' && kind !== 'wrap' && kind !== 'unwrap'
  return {
    ...found,
    ...(isMeant ? {} : { kind: 'claimedSwap', titleKey: 'preview.kind.claimedSwap' }),
    ...(parts && { parts: parts.map(claimed) }),
  }
}

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
    const found = readStep(bytes[index] ?? 0, input, call, scope) ?? {
      kind: 'unknownCall',
      lines: [warning('preview.unknownCall')],
    }
    const described = describe(found, input)
    return isRouter(call, scope) ? described : claimed(described)
  })
  const all = [...contractLines(scope.context, call.to), ...lines]
  const isSwap = parts.some(({ kind }) => kind === 'swap') && parts.every(({ kind }) => kind !== 'unknownCall')
  if (isSwap || !isRouter(call, scope)) return { ...swapFinding(all, call, scope), parts }
  return { kind: 'batch', lines: all, parts }
}

/** Readers for calls to Uniswap's universal router. */
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
