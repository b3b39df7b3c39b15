import type { Finding, Hex, Line } from '../description.ts'
import { addressValue, integerValue, line, warning } from '../values.ts'
import { type AbiValue, decodeAbi, shapeOf } from './abi.ts'
import type { Call, Scope } from './call.ts'
import { type Details, moveLines, permitLines } from './permit2Calls.ts'
import { amountLines, endsOfList, endsOfPath, NATIVE, receiverLine, tokenOnlyLines } from './swapLines.ts'

type Step = (input: Hex, call: Call, scope: Scope) => Finding | undefined

function step<Values extends readonly AbiValue[]>(
  types: string,
  read: (values: Values, call: Call, scope: Scope) => Finding | undefined,
): Step {
  const shape = shapeOf(types)
  return (input, call, scope) => {
    const values = decodeAbi(shape, input)
    return values === undefined ? undefined : read(values as Values, call, scope)
  }
}

/** The router's own words for who is meant. */
function receiver(address: Hex, call: Call, { sender }: Scope): Hex {
  if (BigInt(address) === 1n) return sender.toLowerCase() as Hex
  return BigInt(address) === 2n ? call.to : address
}

/** What lies in the router between two steps belongs to nobody who could lose it by the next one. */
const toLine = (address: Hex, call: Call, scope: Scope): Line => {
  const found = receiver(address, call, scope)
  return found === call.to ? line('preview.receiver', addressValue(scope.context, found)) : receiverLine(scope, found)
}

/** The router's word for all that it has. */
const WHOLE_BALANCE = 1n << 255n

const amountIn = (scope: Scope, label: 'preview.sell' | 'preview.sellAtMost', token: Hex, amount: bigint): Line[] =>
  // Nothing: what the pool has been given before counts.
  amount === WHOLE_BALANCE || amount === 0n
    ? [{ labelKey: 'preview.wholeRouterBalance' }, ...tokenOnlyLines(scope, token)]
    : amountLines(scope, label, token, amount)

interface Swap {
  readonly ends: readonly [Hex, Hex] | undefined
  readonly exact: 'in' | 'out'
  readonly amounts: readonly [amountIn: bigint, amountOut: bigint]
  readonly to: Hex
}

const swap = ({ ends, exact, amounts, to }: Swap, call: Call, scope: Scope): Finding | undefined =>
  ends && {
    kind: 'swap',
    lines: [
      ...amountIn(scope, exact === 'in' ? 'preview.sell' : 'preview.sellAtMost', ends[0], amounts[0]),
      ...amountLines(scope, exact === 'in' ? 'preview.receiveAtLeast' : 'preview.receive', ends[1], amounts[1]),
      toLine(to, call, scope),
    ],
  }

const reversed = (ends: readonly [Hex, Hex] | undefined) => ends && ([ends[1], ends[0]] as const)

const V3 = '(address,uint256,uint256,bytes,bool)'
const V2 = '(address,uint256,uint256,address[],bool)'
const TOKEN_MOVE = '(address,address,uint256)'
const DETAILS = '(address,uint160,uint48,uint48)'

/** What the universal router can be told, by its byte. Others are unknown. */
export const routerSteps: Readonly<Record<number, Step>> = {
  0: step<[Hex, bigint, bigint, Hex, boolean]>(V3, ([to, amount, least, path], call, scope) =>
    swap({ ends: endsOfPath(path), exact: 'in', amounts: [amount, least], to }, call, scope),
  ),
  // The path of an exact output begins with what comes out.
  1: step<[Hex, bigint, bigint, Hex, boolean]>(V3, ([to, amount, most, path], call, scope) =>
    swap({ ends: reversed(endsOfPath(path)), exact: 'out', amounts: [most, amount], to }, call, scope),
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
    swap({ ends: endsOfList(path), exact: 'in', amounts: [amount, least], to }, call, scope),
  ),
  9: step<[Hex, bigint, bigint, Hex[], boolean]>(V2, ([to, amount, most, path], call, scope) =>
    swap({ ends: endsOfList(path), exact: 'out', amounts: [most, amount], to }, call, scope),
  ),
  10: step<[[Details, Hex, bigint], Hex]>(
    `((${DETAILS},address,uint256),bytes)`,
    ([[details, spender, deadline]], _, { context }) => ({
      kind: 'permit2',
      lines: permitLines(context, [details], spender, deadline),
    }),
  ),
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

/** @returns undefined for a step that is not certainly one of these */
export function readStep(command: number, input: Hex, call: Call, scope: Scope): Finding | undefined {
  const found = routerSteps[command & ~MAY_FAIL]?.(input, call, scope)
  return found && (command & MAY_FAIL ? { ...found, lines: [...found.lines, warning('preview.mayFail')] } : found)
}
