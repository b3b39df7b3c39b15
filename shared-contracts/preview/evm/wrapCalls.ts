import { roleOf } from '../context.ts'
import type { Hex } from '../description.ts'
import { line, nativeAmount, tokenLines } from '../values.ts'
import { reader, type Scope } from './call.ts'

const isWrapped = (to: Hex, { context }: Scope) => roleOf(context, to) === 'wrappedNative'

/** Only WETH9's calls: in any other contract, a deposit may mean anything. */
export const wrapCalls = [
  reader('0xd0e30db0', 'deposit()', (_, { to }, scope) =>
    isWrapped(to, scope) ? { kind: 'wrap', lines: tokenLines(scope.context, to) } : undefined,
  ),
  reader<[bigint]>('0x2e1a7d4d', 'withdraw(uint256)', ([amount], { to }, scope) =>
    isWrapped(to, scope)
      ? {
          kind: 'unwrap',
          lines: [line('preview.amount', nativeAmount(scope.context, amount)), ...tokenLines(scope.context, to)],
        }
      : undefined,
  ),
]
