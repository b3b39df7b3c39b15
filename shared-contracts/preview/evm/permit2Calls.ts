import type { PreviewContext } from '../context.ts'
import type { Finding, Hex, Line } from '../description.ts'
import { addressValue, allowanceLine, line, receiverLines, timeLine, tokenAmount, tokenLines } from '../values.ts'
import { type Call, onlyAt, reader, type Scope } from './call.ts'
import { isPermit2 } from './knownAddresses.ts'

/** The fields `token, amount, expiration, nonce`, in the order in which Permit2 signs and stores them. */
export type Details = readonly [token: Hex, amount: bigint, expiration: bigint, nonce: bigint]

const detailLines = (context: PreviewContext, [token, amount, expiration]: Details): Line[] => [
  allowanceLine(context, token, amount, 160),
  ...tokenLines(context, token),
  // For Permit2, 0 means the time of the current block.
  expiration === 0n ? { labelKey: 'preview.expiresAtOnce' } : timeLine('preview.expires', expiration),
]

const spenderLine = (context: PreviewContext, spender: Hex) => line('preview.spender', addressValue(context, spender))

/** The lines for a permit's `details, spender, deadline`. */
export const permitLines = (
  context: PreviewContext,
  details: readonly Details[],
  spender: Hex,
  deadline: bigint,
): Line[] => [
  ...details.flatMap((detail) => detailLines(context, detail)),
  spenderLine(context, spender),
  timeLine('preview.deadline', deadline),
]

const ownerLine = ({ context, sender }: Scope, owner: Hex) =>
  line('preview.from', addressValue(context, owner), owner !== sender.toLowerCase())

/** The lines for one transfer by Permit2, whose fields are `from, to, amount, token`. */
export const moveLines = (scope: Scope, owner: Hex, receiver: Hex, amount: bigint, token: Hex): Line[] => [
  line('preview.amount', tokenAmount(scope.context, token, amount)),
  ...tokenLines(scope.context, token),
  ownerLine(scope, owner),
  ...receiverLines(scope.context, receiver, token),
]

const ofPermit2 = <Values>(read: (values: Values, call: Call, scope: Scope) => Finding) =>
  onlyAt(({ to }) => isPermit2(to), read)

/** Calls to Permit2 itself. At any other contract, these calls are unknown. */
export const permit2Calls = [
  reader<[Hex, Hex, bigint, bigint]>(
    '0x87517c45',
    'approve(address,address,uint160,uint48)',
    ofPermit2(([token, spender, amount, expiration], _, { context }) =>
      amount === 0n
        ? { kind: 'revoke', lines: [...tokenLines(context, token), spenderLine(context, spender)] }
        : {
            kind: 'approval',
            lines: [...detailLines(context, [token, amount, expiration, 0n]), spenderLine(context, spender)],
          },
    ),
  ),
  reader<[Hex, Hex, bigint, Hex]>(
    '0x36c78516',
    'transferFrom(address,address,uint160,address)',
    ofPermit2((move, _, scope) => ({ kind: 'tokenTransfer', lines: moveLines(scope, ...move) })),
  ),
  reader<[(readonly [Hex, Hex, bigint, Hex])[]]>(
    '0x0d58b1db',
    'transferFrom((address,address,uint160,address)[])',
    ofPermit2(([moves], _, scope) => ({
      kind: 'tokenTransfer',
      lines: moves.flatMap((move) => moveLines(scope, ...move)),
    })),
  ),
  reader<[(readonly [Hex, Hex])[]]>(
    '0xcc53287f',
    'lockdown((address,address)[])',
    ofPermit2(([ended], _, { context }) => ({
      kind: 'revoke',
      lines: ended.flatMap(([token, spender]) => [...tokenLines(context, token), spenderLine(context, spender)]),
    })),
  ),
  reader<[Hex, [Details, Hex, bigint], Hex]>(
    '0x2b67b570',
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    ofPermit2(([owner, [details, spender, deadline]], _, scope) => ({
      kind: 'permit2',
      lines: [ownerLine(scope, owner), ...permitLines(scope.context, [details], spender, deadline)],
    })),
  ),
  reader<[Hex, [Details[], Hex, bigint], Hex]>(
    '0x2a2d80d1',
    'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
    ofPermit2(([owner, [details, spender, deadline]], _, scope) => ({
      kind: 'permit2',
      lines: [ownerLine(scope, owner), ...permitLines(scope.context, details, spender, deadline)],
    })),
  ),
]
