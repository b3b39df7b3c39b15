import type { Finding, Hex, Line } from '../description.ts'
import { addressValue, allowanceLine, contractLines, integerValue, line, tokenLines, warning } from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'

const spenderLine = ({ context }: Scope, spender: Hex): Line => line('preview.spender', addressValue(context, spender))

/** Access to the account's whole balance of one token, or to all of the account's tokens of one contract. */
const operator = (who: Hex, isAllowed: boolean, lines: readonly Line[], call: Call, scope: Scope): Finding => ({
  kind: isAllowed ? 'approval' : 'revoke',
  lines: [...(isAllowed ? lines : []), ...tokenLines(scope.context, call.to), spenderLine(scope, who)],
})

const authorized = (who: Hex, isAllowed: boolean, call: Call, scope: Scope): Finding => ({
  kind: isAllowed ? 'authorityChange' : 'revoke',
  lines: isAllowed
    ? [
        warning('preview.accountLent'),
        ...contractLines(scope.context, call.to),
        line('preview.newAuthority', addressValue(scope.context, who), true),
      ]
    : [...contractLines(scope.context, call.to), spenderLine(scope, who)],
})

/** Allowances other than ERC-20's and ERC-721's: ERC-777, ERC-1363, ERC-6909, and lending (Aave, Compound, Morpho). */
export const operatorCalls = [
  reader<[Hex]>('0x959b8c3f', 'authorizeOperator(address)', ([who], call, scope) =>
    operator(who, true, [warning('preview.wholeBalance')], call, scope),
  ),
  reader<[Hex]>('0xfad8b32a', 'revokeOperator(address)', ([who], call, scope) => operator(who, false, [], call, scope)),
  reader<[Hex, boolean]>('0x558a7297', 'setOperator(address,bool)', ([who, isAllowed], call, scope) =>
    operator(who, isAllowed, [warning('preview.allTokens')], call, scope),
  ),
  reader<[Hex, bigint, bigint]>('0x426a8493', 'approve(address,uint256,uint256)', ([who, id, amount], call, scope) => {
    const what = line('preview.tokenId', integerValue(id))
    const token = tokenLines(scope.context, call.to)
    return amount === 0n
      ? { kind: 'revoke', lines: [what, ...token, spenderLine(scope, who)] }
      : {
          kind: 'approval',
          lines: [allowanceLine(scope.context, call.to, amount, 256), what, ...token, spenderLine(scope, who)],
        }
  }),
  ...(
    [
      ['0xd73dd623', 'increaseApproval(address,uint256)', 'preview.addedToAllowance'],
      ['0x3177029f', 'approveAndCall(address,uint256)', 'preview.usedAtOnce'],
      ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)', 'preview.usedAtOnce'],
    ] as const
  ).map(([selector, signature, caution]) =>
    reader<[Hex, bigint]>(selector, signature, ([who, amount], call, scope) => ({
      kind: 'approval',
      lines: [
        allowanceLine(scope.context, call.to, amount, 256),
        warning(caution),
        ...tokenLines(scope.context, call.to),
        spenderLine(scope, who),
      ],
    })),
  ),
  reader<[Hex, bigint]>('0xc04a8a10', 'approveDelegation(address,uint256)', ([who, amount], call, scope) => ({
    kind: 'approval',
    lines: [
      warning('preview.debtForOthers'),
      allowanceLine(scope.context, call.to, amount, 256),
      ...tokenLines(scope.context, call.to),
      spenderLine(scope, who),
    ],
  })),
  reader<[Hex, boolean]>('0x110496e5', 'allow(address,bool)', ([who, isAllowed], call, scope) =>
    authorized(who, isAllowed, call, scope),
  ),
  reader<[Hex, boolean]>('0xeecea000', 'setAuthorization(address,bool)', ([who, isAllowed], call, scope) =>
    authorized(who, isAllowed, call, scope),
  ),
]
