import { roleOf } from '../../context.ts'
import type { Hex } from '../../description.ts'
import { isPermit2 } from '../../evm/knownAddresses.ts'
import type { Reading, Signed } from '../signed.ts'
import { orderLines, smaller } from './order.ts'

interface Output {
  readonly token: Hex
  readonly startAmount: bigint
  readonly endAmount: bigint
  readonly recipient: Hex
}
interface Message {
  readonly permitted: { readonly token: Hex; readonly amount: bigint }
  readonly spender: Hex
  readonly deadline: bigint
  readonly witness: {
    readonly info: { readonly reactor: Hex; readonly swapper: Hex; readonly deadline: bigint }
    readonly inputToken?: Hex
    readonly outputs?: readonly Output[]
    readonly baseInputToken?: Hex
    readonly baseOutputs?: readonly Output[]
  }
}

const PERMIT = 'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
const OUTPUT = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
const INFO =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const EXCLUSIVE =
  'ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)'
const SECOND =
  'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)'

/** The member types are sorted as in `encodeType`. */
export const UNISWAP_X_ORDERS: readonly string[] = [
  `${PERMIT}ExclusiveDutchOrder witness)${OUTPUT}${EXCLUSIVE}${INFO}${PERMISSIONS}`,
  `${PERMIT}V2DutchOrder witness)${OUTPUT}${INFO}${PERMISSIONS}${SECOND}`,
]

/**
 * An order at UniswapX. Permit2 transfers the input to the reactor, which the order also names. With any other spender,
 * the order proves nothing, and only the Permit2 transfer counts.
 */
export function uniswapXOrder({ message, contract, context }: Signed): Reading {
  const { permitted, spender, deadline, witness } = message as Message
  const { info, inputToken, baseInputToken, outputs = witness.baseOutputs ?? [] } = witness
  const { swapper } = info
  const isOne = info.reactor === spender && permitted.token === (inputToken ?? baseInputToken)
  if (!isPermit2(contract) || roleOf(context, spender) !== 'uniswapX' || !isOne) return undefined
  const paid = outputs.map(({ token, startAmount, endAmount, recipient }) => ({
    token,
    amount: smaller(startAmount, endAmount),
    receiver: recipient,
  }))
  return {
    kind: 'order',
    lines: orderLines(
      {
        owner: swapper,
        gives: [permitted],
        gets: paid.filter(({ receiver }) => receiver === swapper).map(({ receiver: _, ...asset }) => asset),
        others: paid.filter(({ receiver, amount }) => receiver !== swapper && amount > 0n),
        until: smaller(deadline, info.deadline),
      },
      context,
    ),
  }
}
