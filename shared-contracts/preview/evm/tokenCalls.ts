import { tokenFacts } from '../context.ts'
import type { Finding, Hex, Line } from '../description.ts'
import {
  addressValue,
  allowanceLine,
  endOf,
  integerValue,
  line,
  receiverLines,
  timeLine,
  tokenAmount,
  tokenLines,
  warning,
} from '../values.ts'
import { type Call, reader, type Scope } from './call.ts'

const NOBODY: Hex = '0x0000000000000000000000000000000000000000'

const to = ({ context }: Scope, receiver: Hex, call: Call) => receiverLines(context, receiver, call.to)
const spenderLine = ({ context }: Scope, spender: Hex) => line('preview.spender', addressValue(context, spender))

/** A line for the moved tokens' owner. Anyone but the sender is highlighted: the tokens then come from an allowance. */
const from = ({ context, sender }: Scope, owner: Hex) =>
  line('preview.from', addressValue(context, owner), owner !== sender.toLowerCase())

/** ERC-20 and ERC-721 share two signatures: unless the standard is known, the number could be an amount or an id. */
function quantity({ context }: Scope, call: Call, amount: bigint): Line {
  const facts = tokenFacts(context, call.to)
  if (facts?.standard === 'nft') return line('preview.tokenId', integerValue(amount))
  if (facts) return line('preview.amount', tokenAmount(context, call.to, amount))
  return line('preview.amountOrTokenId', integerValue(amount))
}

const isNft = ({ context }: Scope, call: Call) => tokenFacts(context, call.to)?.standard === 'nft'

function transferFrom(owner: Hex, receiver: Hex, amount: bigint, call: Call, scope: Scope): Finding {
  return {
    kind: isNft(scope, call) ? 'nftTransfer' : 'tokenTransfer',
    lines: [
      quantity(scope, call, amount),
      ...tokenLines(scope.context, call.to),
      from(scope, owner),
      ...to(scope, receiver, call),
    ],
  }
}

function approve(spender: Hex, amount: bigint, call: Call, scope: Scope): Finding {
  const facts = tokenFacts(scope.context, call.to)
  const token = tokenLines(scope.context, call.to)
  if (facts?.standard === 'nft') {
    const id = line('preview.tokenId', integerValue(amount))
    return spender === NOBODY
      ? { kind: 'revoke', lines: [id, ...token] }
      : { kind: 'approval', lines: [id, ...token, spenderLine(scope, spender)] }
  }
  // In an unknown token, zero may be the id of a collection's first NFT, so this is not certainly a revocation.
  if (facts && amount === 0n) return { kind: 'revoke', lines: [...token, spenderLine(scope, spender)] }
  const allowance = allowanceLine(scope.context, call.to, amount, 256)
  const what = facts || allowance.isWarning ? allowance : quantity(scope, call, amount)
  return { kind: 'approval', lines: [what, ...token, spenderLine(scope, spender)] }
}

const nft = (owner: Hex, receiver: Hex, what: readonly Line[], call: Call, scope: Scope): Finding => ({
  kind: 'nftTransfer',
  lines: [...what, ...tokenLines(scope.context, call.to), from(scope, owner), ...to(scope, receiver, call)],
})

const nftAmount = (id: bigint, amount: bigint): Line[] => [
  line('preview.tokenId', integerValue(id)),
  line('preview.amount', integerValue(amount)),
]

/** Readers for the calls of ERC-20, ERC-721, ERC-1155, EIP-2612 and DAI's earlier permit. */
export const tokenCalls = [
  reader<[Hex, bigint]>('0xa9059cbb', 'transfer(address,uint256)', ([receiver, amount], call, scope) => ({
    kind: isNft(scope, call) ? 'nftTransfer' : 'tokenTransfer',
    lines: [
      isNft(scope, call)
        ? line('preview.tokenId', integerValue(amount))
        : line('preview.amount', tokenAmount(scope.context, call.to, amount)),
      ...tokenLines(scope.context, call.to),
      ...to(scope, receiver, call),
    ],
  })),
  reader<[Hex, Hex, bigint]>(
    '0x23b872dd',
    'transferFrom(address,address,uint256)',
    ([owner, receiver, amount], call, scope) => transferFrom(owner, receiver, amount, call, scope),
  ),
  reader<[Hex, bigint]>('0x095ea7b3', 'approve(address,uint256)', ([spender, amount], call, scope) =>
    approve(spender, amount, call, scope),
  ),
  reader<[Hex, bigint]>('0x39509351', 'increaseAllowance(address,uint256)', ([spender, amount], call, scope) => ({
    kind: 'approval',
    lines: [
      allowanceLine(scope.context, call.to, amount, 256),
      warning('preview.addedToAllowance'),
      ...tokenLines(scope.context, call.to),
      spenderLine(scope, spender),
    ],
  })),
  reader<[Hex, bigint]>('0xa457c2d7', 'decreaseAllowance(address,uint256)', ([spender, amount], call, scope) => ({
    kind: 'revoke',
    lines: [
      line('preview.takenFromAllowance', tokenAmount(scope.context, call.to, amount)),
      ...tokenLines(scope.context, call.to),
      spenderLine(scope, spender),
    ],
  })),
  reader<[Hex, boolean]>('0xa22cb465', 'setApprovalForAll(address,bool)', ([operator, isApproved], call, scope) =>
    isApproved
      ? {
          kind: 'approval',
          lines: [warning('preview.allTokens'), ...tokenLines(scope.context, call.to), spenderLine(scope, operator)],
        }
      : { kind: 'revoke', lines: [...tokenLines(scope.context, call.to), spenderLine(scope, operator)] },
  ),
  reader<[Hex, Hex, bigint]>(
    '0x42842e0e',
    'safeTransferFrom(address,address,uint256)',
    ([owner, receiver, id], call, scope) =>
      nft(owner, receiver, [line('preview.tokenId', integerValue(id))], call, scope),
  ),
  reader<[Hex, Hex, bigint, Hex]>(
    '0xb88d4fde',
    'safeTransferFrom(address,address,uint256,bytes)',
    ([owner, receiver, id], call, scope) =>
      nft(owner, receiver, [line('preview.tokenId', integerValue(id))], call, scope),
  ),
  reader<[Hex, Hex, bigint, bigint, Hex]>(
    '0xf242432a',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    ([owner, receiver, id, amount], call, scope) => nft(owner, receiver, nftAmount(id, amount), call, scope),
  ),
  reader<[Hex, Hex, bigint[], bigint[], Hex]>(
    '0x2eb2c2d6',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    ([owner, receiver, ids, amounts], call, scope) =>
      ids.length === amounts.length
        ? nft(
            owner,
            receiver,
            ids.flatMap((id, i) => nftAmount(id, amounts[i] ?? 0n)),
            call,
            scope,
          )
        : undefined,
  ),
  reader<[Hex, Hex, bigint, bigint, bigint, Hex, Hex]>(
    '0xd505accf',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    ([owner, spender, amount, deadline], call, scope) => ({
      kind: 'permit',
      lines: [
        allowanceLine(scope.context, call.to, amount, 256),
        ...tokenLines(scope.context, call.to),
        from(scope, owner),
        spenderLine(scope, spender),
        timeLine('preview.deadline', deadline),
      ],
    }),
  ),
  reader<[Hex, Hex, bigint, bigint, boolean, bigint, Hex, Hex]>(
    '0x8fcbaf0c',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    ([owner, spender, , expiry, isAllowed], call, scope) => ({
      kind: isAllowed ? 'permit' : 'revoke',
      lines: [
        ...(isAllowed ? [warning('preview.wholeBalance')] : []),
        ...tokenLines(scope.context, call.to),
        from(scope, owner),
        spenderLine(scope, spender),
        timeLine('preview.expires', endOf(expiry)),
      ],
    }),
  ),
]
