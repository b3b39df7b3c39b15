import type { PreviewContext } from '../context.ts'
import type { Description, Finding, Hex, Line } from '../description.ts'
import type { Call } from '../evm/call.ts'
import { isPermit2 } from '../evm/knownAddresses.ts'
import { type Details, permitLines } from '../evm/permit2Calls.ts'
import { safeFinding } from '../evm/safeCalls.ts'
import { addressValue, allowanceLine, endOf, line, timeLine, tokenLines, warning } from '../values.ts'

/** A message of a type that has a meaning of its own, signed for `contract`. */
export interface Signed {
  /** Of exactly that type: each reading below knows which. */
  readonly message: unknown
  readonly contract: Hex
  readonly context: PreviewContext
  readonly describe: (call: Call, sender?: string) => Description
}

type Reading = Pick<Finding, 'kind' | 'lines' | 'parts'> | undefined

interface PermitDetails {
  readonly token: Hex
  readonly amount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
}

const owner = (context: PreviewContext, address: Hex) =>
  line('preview.from', addressValue(context, address), address !== context.account.toLowerCase())
const spender = (context: PreviewContext, address: Hex) => line('preview.spender', addressValue(context, address))
const detailsOf = ({ token, amount, expiration, nonce }: PermitDetails): Details => [token, amount, expiration, nonce]

/** EIP-2612 */
function permit({ message, contract, context }: Signed): Reading {
  const {
    owner: from,
    spender: to,
    value,
    deadline,
  } = message as Record<'owner' | 'spender', Hex> & Record<'value' | 'deadline', bigint>
  return {
    kind: 'permit',
    lines: [
      allowanceLine(context, contract, value, 256),
      ...tokenLines(context, contract),
      owner(context, from),
      spender(context, to),
      timeLine('preview.deadline', deadline),
    ],
  }
}

/** As DAI has it: all or nothing. */
function permitAll({ message, contract, context }: Signed): Reading {
  const {
    holder,
    spender: to,
    expiry,
    allowed,
  } = message as Record<'holder' | 'spender', Hex> & Record<'expiry', bigint> & Record<'allowed', boolean>
  return {
    kind: allowed ? 'permit' : 'revoke',
    lines: [
      ...(allowed ? [warning('preview.wholeBalance')] : []),
      ...tokenLines(context, contract),
      owner(context, holder),
      spender(context, to),
      timeLine('preview.expires', endOf(expiry)),
    ],
  }
}

function permit2({ message, contract, context }: Signed): Reading {
  const {
    details,
    spender: to,
    sigDeadline,
  } = message as {
    details: PermitDetails | readonly PermitDetails[]
    spender: Hex
    sigDeadline: bigint
  }
  const all = [details].flat() as readonly PermitDetails[]
  return isPermit2(contract)
    ? { kind: 'permit2', lines: permitLines(context, all.map(detailsOf), to, sigDeadline) }
    : undefined
}

/** Permit2 moves these once, as soon as somebody hands the signature in. */
function permit2Transfer({ message, contract, context }: Signed): Reading {
  type Permitted = { readonly token: Hex; readonly amount: bigint }
  const {
    permitted,
    spender: to,
    deadline,
  } = message as {
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
        lines: [...amounts, spender(context, to), timeLine('preview.deadline', deadline)],
      }
    : undefined
}

function safe({ message, contract, context, describe }: Signed): Reading {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = message as Parameters<
    typeof safeFinding
  >[1]
  return safeFinding(
    contract,
    { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver },
    { context, sender: context.account, describe },
  )
}

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const ONCE = 'address spender,uint256 nonce,uint256 deadline'

/** By the whole type: one that only has the same name means what its own contract makes of it. */
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
])

/** With a witness, the site's own type goes along; what Permit2 does is the same. */
const WITNESS = [
  [`PermitWitnessTransferFrom(TokenPermissions permitted,${ONCE},`, PERMISSIONS],
  [`PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${ONCE},`, PERMISSIONS],
] as const

export function meaningOf(type: string): ((signed: Signed) => Reading) | undefined {
  const isWitnessed = WITNESS.some(([start, permissions]) => type.startsWith(start) && type.includes(`)${permissions}`))
  return meanings.get(type) ?? (isWitnessed ? permit2Transfer : undefined)
}
