import type { Finding, Hex } from '../description.ts'
import { withSpenders } from '../spenders.ts'
import { integerValue, line, warning } from '../values.ts'
import type { Call, Scope } from './call.ts'
import { type Details, moveLines, permitLines } from './permit2Calls.ts'
import { receiver, reversed, type Step, step, swapTo, toLine, WHOLE_BALANCE } from './routerStep.ts'
import { amountLines, endsOfList, endsOfPath, NATIVE, tokenOnlyLines } from './swapLines.ts'
import { v4Swap } from './v4Steps.ts'

const V3 = '(address,uint256,uint256,bytes,bool)'
const V2 = '(address,uint256,uint256,address[],bool)'
const TOKEN_MOVE = '(address,address,uint256)'
const DETAILS = '(address,uint160,uint48,uint48)'

/** The universal router's known steps, keyed by command byte. */
export const routerSteps: Readonly<Record<number, Step>> = {
  0: step<[Hex, bigint, bigint, Hex, boolean]>(V3, ([to, amount, least, path], call, scope) =>
    swapTo({ ends: endsOfPath(path), exact: 'in', amounts: [amount, least] }, to, call, scope),
  ),
  // The path of an exact output begins with the output token.
  1: step<[Hex, bigint, bigint, Hex, boolean]>(V3, ([to, amount, most, path], call, scope) =>
    swapTo({ ends: reversed(endsOfPath(path)), exact: 'out', amounts: [most, amount] }, to, call, scope),
  ),
  2: step<[Hex, Hex, bigint]>('(address,address,uint160)', ([token, to, amount], call, scope) => ({
    kind: 'tokenTransfer',
    lines: moveLines(scope, scope.sender.toLowerCase() as Hex, receiver(to, call, scope), amount, token),
  })),
  3: step<[[Details[], Hex, bigint], Hex]>(
    `((${DETAILS}[],address,uint256),bytes)`,
    ([[details, spender, deadline]], _, { context }) => ({
      kind: 'permit2',
      lines: permitLines(context, details, spender, deadline),
    }),
  ),
  4: step<[Hex, Hex, bigint]>(TOKEN_MOVE, ([token, to, least], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [...amountLines(scope, 'preview.receiveAtLeast', token, least), toLine(to, call, scope)],
  })),
  5: step<[Hex, Hex, bigint]>(TOKEN_MOVE, ([token, to, amount], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [...amountLines(scope, 'preview.amount', token, amount), toLine(to, call, scope)],
  })),
  6: step<[Hex, Hex, bigint]>(TOKEN_MOVE, ([token, to, share], call, scope) => ({
    kind: 'tokenTransfer',
    lines: [line('preview.share', integerValue(share)), ...tokenOnlyLines(scope, token), toLine(to, call, scope)],
  })),
  8: step<[Hex, bigint, bigint, Hex[], boolean]>(V2, ([to, amount, least, path], call, scope) =>
    swapTo({ ends: endsOfList(path), exact: 'in', amounts: [amount, least] }, to, call, scope),
  ),
  9: step<[Hex, bigint, bigint, Hex[], boolean]>(V2, ([to, amount, most, path], call, scope) =>
    swapTo({ ends: endsOfList(path), exact: 'out', amounts: [most, amount] }, to, call, scope),
  ),
  10: step<[[Details, Hex, bigint], Hex]>(
    `((${DETAILS},address,uint256),bytes)`,
    ([[details, spender, deadline]], _, { context }) => ({
      kind: 'permit2',
      lines: permitLines(context, [details], spender, deadline),
    }),
  ),
  13: step<[(readonly [Hex, Hex, bigint, Hex])[]]>('((address,address,uint160,address)[])', ([moves], _, scope) => ({
    kind: 'tokenTransfer',
    lines: moves.flatMap(([owner, to, amount, token]) => moveLines(scope, owner, to, amount, token)),
  })),
  16: step<[Hex, Hex[]]>('(bytes,bytes[])', ([actions, inputs], call, scope) => v4Swap(actions, inputs, call, scope)),
  11: step<[Hex, bigint]>('(address,uint256)', ([to, amount], call, scope) => ({
    kind: 'wrap',
    lines:
      amount === WHOLE_BALANCE
        ? [{ labelKey: 'preview.wholeRouterBalance' }, toLine(to, call, scope)]
        : [...amountLines(scope, 'preview.amount', NATIVE, amount), toLine(to, call, scope)],
  })),
  12: step<[Hex, bigint]>('(address,uint256)', ([to, least], call, scope) => ({
    kind: 'unwrap',
    lines: [...amountLines(scope, 'preview.receiveAtLeast', NATIVE, least), toLine(to, call, scope)],
  })),
}

const MAY_FAIL = 0x80

/** @returns undefined unless this is certainly one of the known steps */
export function readStep(command: number, input: Hex, call: Call, scope: Scope): Finding | undefined {
  const read = routerSteps[command & ~MAY_FAIL]?.(input, call, scope)
  const found = read && withSpenders(read, scope.context)
  return found && (command & MAY_FAIL ? { ...found, lines: [...found.lines, warning('preview.mayFail')] } : found)
}
