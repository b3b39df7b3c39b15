import type { EvmTransactionRequest } from '@portico/contracts'
import { decodeAbi, type Hex, shapeOf } from '@portico/contracts/preview'
import type { BuiltApprove } from '@portico/contracts/services/convert'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { isSameToken, plainAddress, type TokenId } from '../token.ts'
import { unexpected } from './unexpected.ts'

export interface Wanted {
  /** The account that pays and receives. */
  readonly account: string
  readonly from: TokenId
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** The signed index's routers for this network. */
  readonly routers: readonly SwapRouter[]
}

const APPROVE = '0x095ea7b3'
const ARGUMENTS = shapeOf('(address,uint256)')

/** Offset of the amount, after selector and spender. */
const AMOUNT_AT = 2 + 2 * (4 + 32)

export interface CheckedApproval {
  readonly request: EvmTransactionRequest
  readonly router: SwapRouter
}

/**
 * Turns a service's approval into a request: `approve(spender, amount)` on the chosen source token, for a router of the
 * signed index and no more than is paid.
 * @throws ModalError `transaction.unexpected`
 */
export function checkApproval({ tx }: BuiltApprove, { account, from, amount, routers }: Wanted): CheckedApproval {
  const { caipNetworkId, address } = from
  const named = plainAddress(tx.from, caipNetworkId)
  if (!address || named === null || !isSameToken({ caipNetworkId, address: named }, from)) {
    throw unexpected('the approval is for another token')
  }
  if (BigInt(tx.value) !== 0n) throw unexpected('the approval would also send coins')
  const data = tx.data.toLowerCase() as Hex
  const values = data.startsWith(APPROVE) ? decodeAbi(ARGUMENTS, `0x${data.slice(APPROVE.length)}`) : undefined
  if (!values) throw unexpected('it isn’t an approval')
  const [spender, allowed] = values as [Hex, bigint]
  const router = routers.find((one) => one.address === spender)
  if (!router) throw unexpected(`the approval is for ${spender}, which is unknown`)
  if (allowed > amount) throw unexpected('the approval is for more than the swap')
  if (allowed < amount) throw unexpected('the approval is for less than the swap')
  return { request: { namespace: 'eip155', caipNetworkId, from: account, to: address, value: 0n, data }, router }
}

/** The same approval with amount zero, which revokes the earlier one. */
export const takingBack = (request: EvmTransactionRequest): EvmTransactionRequest => ({
  ...request,
  data: `0x${(request.data ?? '0x').slice(2, AMOUNT_AT)}${'0'.repeat(64)}`,
})
