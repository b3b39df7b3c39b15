import type { PreviewContext } from '../context.ts'
import type { Hex, Line } from '../description.ts'
import { isPermit2 } from '../evm/knownAddresses.ts'
import { type Details, permitLines } from '../evm/permit2Calls.ts'
import { type SafeTransaction, safeFinding } from '../evm/safeCalls.ts'
import {
  addressValue,
  allowanceLine,
  contractLines,
  endOf,
  integerValue,
  line,
  receiverLines,
  timeLine,
  tokenAmount,
  tokenLines,
  warning,
} from '../values.ts'
import type { TypedValue } from './readValue.ts'
import { safeMessage, safeOperation } from './safeOperations.ts'
import type { Reading, Signed } from './signed.ts'

interface PermitDetails {
  readonly token: Hex
  readonly amount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
}

const ownerLine = (context: PreviewContext, address: Hex) =>
  line('preview.from', addressValue(context, address), address !== context.account.toLowerCase())
const spenderLine = (context: PreviewContext, address: Hex) => line('preview.spender', addressValue(context, address))
const detailsOf = ({ token, amount, expiration, nonce }: PermitDetails): Details => [token, amount, expiration, nonce]

/** A permit of EIP-2612. */
function permit({ message, contract, context }: Signed): Reading {
  const { owner, spender, value, deadline } = message as Record<'owner' | 'spender', Hex> &
    Record<'value' | 'deadline', bigint>
  return {
    kind: 'permit',
    lines: [
      allowanceLine(context, contract, value, 256),
      ...tokenLines(context, contract),
      ownerLine(context, owner),
      spenderLine(context, spender),
      timeLine('preview.deadline', deadline),
    ],
  }
}

/** DAI's permit, which is for the whole balance or for nothing. */
function permitAll({ message, contract, context }: Signed): Reading {
  const { holder, spender, expiry, allowed } = message as Record<'holder' | 'spender', Hex> &
    Record<'expiry', bigint> &
    Record<'allowed', boolean>
  return {
    kind: allowed ? 'permit' : 'revoke',
    lines: [
      ...(allowed ? [warning('preview.wholeBalance')] : []),
      ...tokenLines(context, contract),
      ownerLine(context, holder),
      spenderLine(context, spender),
      timeLine('preview.expires', endOf(expiry)),
    ],
  }
}

function permit2({ message, contract, context }: Signed): Reading {
  const { details, spender, sigDeadline } = message as {
    details: PermitDetails | readonly PermitDetails[]
    spender: Hex
    sigDeadline: bigint
  }
  const all = [details].flat() as readonly PermitDetails[]
  return isPermit2(contract)
    ? { kind: 'permit2', lines: permitLines(context, all.map(detailsOf), spender, sigDeadline) }
    : undefined
}

/** A transfer that Permit2 makes once, as soon as someone submits the signature. */
function permit2Transfer({ message, contract, context }: Signed): Reading {
  type Permitted = { readonly token: Hex; readonly amount: bigint }
  const { permitted, spender, deadline } = message as {
    permitted: Permitted | readonly Permitted[]
    spender: Hex
    deadline: bigint
  }
  const all = [permitted].flat() as readonly Permitted[]
  const amounts = all.flatMap(({ token, amount }): Line[] => [
    allowanceLine(context, token, amount, 256),
    ...tokenLines(context, token),
  ])
  return isPermit2(contract)
    ? {
        kind: 'permit2',
        lines: [...amounts, spenderLine(context, spender), timeLine('preview.deadline', deadline)],
      }
    : undefined
}

function safe({ message, contract, context, describe }: Signed): Reading {
  const transaction = message as SafeTransaction
  return safeFinding(contract, transaction, { context, sender: context.account, carriers: [], describe })
}

/** Before version 1.0, a Safe's `baseGas` was called `dataGas`. */
function oldSafe(signed: Signed): Reading {
  const { dataGas, ...rest } = signed.message as Omit<SafeTransaction, 'baseGas'> & { readonly dataGas: bigint }
  return safe({ ...signed, message: { ...rest, baseGas: dataGas } })
}

/** EIP-3009. Whoever has the signature can move the tokens, without any prior allowance. */
function transferWithAuthorization({ message, contract, context }: Signed): Reading {
  const { from, to, value, validBefore } = message as Record<'from' | 'to', Hex> &
    Record<'value' | 'validBefore', bigint>
  return {
    kind: 'tokenTransfer',
    lines: [
      warning('preview.signatureMoves'),
      line('preview.amount', tokenAmount(context, contract, value)),
      ...tokenLines(context, contract),
      ownerLine(context, from),
      ...receiverLines(context, to, contract),
      timeLine('preview.deadline', validBefore),
    ],
  }
}

/** ERC-4494, in the form that Uniswap's positions use. */
function permitNft({ message, contract, context }: Signed): Reading {
  const { spender, tokenId, deadline } = message as { spender: Hex; tokenId: bigint; deadline: bigint }
  return {
    kind: 'permit',
    lines: [
      warning('preview.signatureMoves'),
      line('preview.tokenId', integerValue(tokenId)),
      ...tokenLines(context, contract),
      spenderLine(context, spender),
      timeLine('preview.deadline', deadline),
    ],
  }
}

/** Compound and Morpho: access to everything the account holds at the contract, and what it may borrow against that. */
const authorization =
  (names: { readonly by: string; readonly to: string; readonly is: string; readonly until: string }) =>
  ({ message, contract, context }: Signed): Reading => {
    const fields = message as Readonly<Record<string, TypedValue>>
    const isAllowed = fields[names.is] === true
    return {
      kind: isAllowed ? 'authorityChange' : 'revoke',
      lines: [
        ...(isAllowed ? [warning('preview.accountLent')] : []),
        ...contractLines(context, contract),
        ownerLine(context, fields[names.by] as Hex),
        line('preview.newAuthority', addressValue(context, fields[names.to] as Hex), isAllowed),
        timeLine('preview.deadline', fields[names.until] as bigint),
      ],
    }
  }

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const OPERATION = 'address safe,uint256 nonce,bytes initCode,bytes callData'
const OPERATION_END = 'bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint'
/** Fields of Safe's ERC-4337 module, versions 0.3 and 0.2. */
const LIMITS_0_3 =
  'uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas'
const LIMITS_0_2 =
  'uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas'
const ONCE = 'address spender,uint256 nonce,uint256 deadline'

/** The readers, keyed by the whole type. A type that only shares the name means whatever its contract makes of it. */
const meanings: ReadonlyMap<string, (signed: Signed) => Reading> = new Map([
  ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', permit],
  ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', permitAll],
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, permit2],
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, permit2],
  [`PermitTransferFrom(TokenPermissions permitted,${ONCE})${PERMISSIONS}`, permit2Transfer],
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,${ONCE})${PERMISSIONS}`, permit2Transfer],
  [
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    safe,
  ],
  [
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 dataGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    oldSafe,
  ],
  [`SafeOp(${OPERATION},${LIMITS_0_3},${OPERATION_END})`, safeOperation],
  [`SafeOp(${OPERATION},${LIMITS_0_2},${OPERATION_END})`, safeOperation],
  ['SafeMessage(bytes message)', safeMessage],
  ...['Transfer', 'Receive'].map(
    (name) =>
      [
        `${name}WithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
        transferWithAuthorization,
      ] as const,
  ),
  ['Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)', permitNft],
  [
    'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    authorization({ by: 'owner', to: 'manager', is: 'isAllowed', until: 'expiry' }),
  ],
  [
    'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    authorization({ by: 'authorizer', to: 'authorized', is: 'isAuthorized', until: 'deadline' }),
  ],
])

/** The site's own type is added as a witness, which does not change what Permit2 does. */
const WITNESS = [
  [`PermitWitnessTransferFrom(TokenPermissions permitted,${ONCE},`, PERMISSIONS],
  [`PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${ONCE},`, PERMISSIONS],
] as const

export function meaningOf(type: string): ((signed: Signed) => Reading) | undefined {
  const isWitnessed = WITNESS.some(([start, permissions]) => type.startsWith(start) && type.includes(`)${permissions}`))
  return meanings.get(type) ?? (isWitnessed ? permit2Transfer : undefined)
}
