import type { EvmTransactionRequest } from '@portico/contracts'
import { decodeAbi, type Hex, shapeOf } from '@portico/contracts/preview'
import {
  EvmTransferTransaction,
  NATIVE_ASSET,
  type PaymentAsset,
  type TransferQuote,
  type TransferStep,
} from '@portico/contracts/services/payments'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { safeParse } from 'valibot'
import { type BillToken, isSameAddress as isSame } from '../bill/bill.ts'
import type { Fee, Wish } from '../plan/plan.ts'
import { readPaymentCall } from './readPaymentCall.ts'
import { unexpected } from './unexpected.ts'

export interface Wanted extends Wish {
  /** The signed index's routers for this network. */
  readonly routers: readonly SwapRouter[]
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface CheckedTransfer {
  readonly step: 'approve' | 'pay'
  readonly request: EvmTransactionRequest
  readonly router: SwapRouter
  /** The most that is paid, in the smallest unit of the source token. */
  readonly most: bigint
  readonly fees: readonly Fee[]
  readonly seconds: number
}

const APPROVE = '0x095ea7b3'
const APPROVAL = shapeOf('(address,uint256)')
/** The longest time that a quote allows until the deadline. */
const LIFETIME_S = 3_600n
/** Tolerated clock difference. */
const CLOCK_S = 120n

const isAsset = ({ network, asset }: PaymentAsset, { bill }: Wanted, { address }: BillToken) =>
  network === bill.caipNetworkId && isSame(asset === NATIVE_ASSET ? undefined : asset, address)

/** A step as a transaction from the account on the bill's network. */
function transactionOf(step: TransferStep, { bill, account }: Wanted): EvmTransferTransaction {
  if (step.type === 'deposit') {
    throw unexpected(`the money would go to ${step.deposit.receiver}, who would have to forward it`)
  }
  const { success, output } = safeParse(EvmTransferTransaction, step.transaction)
  if (!success) throw unexpected('we can’t tell what you’d be signing')
  if (output.network !== bill.caipNetworkId) throw unexpected('it is for another network')
  if (!isSame(output.from, account)) throw unexpected('someone else would have to sign it')
  return output
}

type Part = Pick<CheckedTransfer, 'request' | 'router'>

/** Allows `approve(spender, amount)` on the source token, for a listed router and exactly the maximum to be paid. */
function checkApproval(step: TransferStep, wanted: Wanted, most: bigint): Part {
  const { account, bill, source, routers } = wanted
  const { to, data: written, value } = transactionOf(step, wanted)
  if (source.address === undefined || !isSame(to, source.address)) throw unexpected('the approval is for another token')
  if (BigInt(value) !== 0n) throw unexpected('the approval would also send coins')
  const data = written.toLowerCase() as Hex
  const values = data.startsWith(APPROVE) ? decodeAbi(APPROVAL, `0x${data.slice(APPROVE.length)}`) : undefined
  if (!values) throw unexpected('it isn’t an approval')
  const [spender, allowed] = values as [Hex, bigint]
  const router = routers.find(({ address }) => address === spender)
  if (!router) throw unexpected(`the approval is for ${spender}, which is unknown`)
  if (allowed > most) throw unexpected('the approval is for more than the payment')
  if (allowed < most) throw unexpected('the approval is for less than the payment')
  const { caipNetworkId } = bill
  return { request: { namespace: 'eip155', caipNetworkId, from: account, to: source.address, value: 0n, data }, router }
}

/** Allows a listed router's call that pays the recipient exactly the amount due, for at most the quoted price. */
function checkPayment(step: TransferStep, wanted: Wanted, most: bigint): Part {
  const { account, bill, source, routers, now } = wanted
  const { to, data: written, value: text } = transactionOf(step, wanted)
  const router = routers.find(({ address, kind }) => kind === 'uniswapV2' && isSame(address, to))
  if (!router) throw unexpected('the payment goes through an unknown contract')
  const data = written.toLowerCase() as Hex
  const call = readPaymentCall(data)
  if (!call) throw unexpected('we can’t tell what the payment does')
  const assetOf = (token: BillToken) => token.address?.toLowerCase() ?? 'coin'
  if (call.from !== assetOf(source)) throw unexpected('it pays with another asset')
  if (call.to !== assetOf(bill.token)) throw unexpected(`the recipient wouldn’t get ${bill.token.symbol}`)
  if (!isSame(call.receiver, bill.recipient)) throw unexpected('someone else would be paid')
  if (call.amount < BigInt(bill.amount)) throw unexpected('it would pay less than is owed')
  if (call.amount > BigInt(bill.amount)) throw unexpected('it would pay more than is owed')
  const value = BigInt(text)
  const taken = call.most ?? value
  if (taken > most) throw unexpected('it would take more than quoted')
  if (call.most !== undefined && value !== 0n) throw unexpected('it would also send coins')
  const seconds = BigInt(Math.floor(now / 1_000))
  if (call.deadline <= seconds - CLOCK_S) throw unexpected('the quote has expired')
  if (call.deadline > seconds + LIFETIME_S) throw unexpected('it would stay valid for too long')
  const { caipNetworkId } = bill
  return { request: { namespace: 'eip155', caipNetworkId, from: account, to: router.address, value, data }, router }
}

/**
 * Turns a service's quote into a request. Checks all its steps, including those to be signed later.
 * @throws ModalError `transaction.unexpected`
 */
export function checkTransfer(
  { origin, destination, steps, fees, timeInSeconds }: TransferQuote,
  wanted: Wanted,
): CheckedTransfer {
  const { bill, source } = wanted
  if (!isAsset(destination.currency, wanted, bill.token)) throw unexpected('it is for another asset')
  if (destination.amount !== bill.amount) throw unexpected('it is for another amount')
  if (!isAsset(origin.currency, wanted, source)) throw unexpected('it pays with another asset')
  const most = BigInt(origin.amount)
  const last = steps.at(-1)
  const [first] = steps
  if (!first || !last || steps.length > 2) throw unexpected('it has more steps than a payment needs')
  const payment = checkPayment(last, wanted, most)
  const isFirst = steps.length === 1
  const now = isFirst ? payment : checkApproval(first, wanted, most)
  if (now.router !== payment.router) throw unexpected('the approval is for another contract')
  return {
    step: isFirst ? 'pay' : 'approve',
    ...now,
    most,
    seconds: timeInSeconds,
    fees: fees.map(({ label, amount, currency: { metadata } }) => ({
      label,
      amount: BigInt(amount),
      symbol: metadata.symbol,
      decimals: metadata.decimals,
    })),
  }
}
