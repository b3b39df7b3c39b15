import type { Hex } from '../../description.ts'
import { NATIVE } from '../../evm/swapLines.ts'
import type { Reading, Signed } from '../signed.ts'
import { type Asset, type Order, orderLines } from './order.ts'

const finding = (order: Order, { context }: Signed): Reading => ({ kind: 'order', lines: orderLines(order, context) })

/** What is paid in return, to the owner or to someone else. */
const paid = (asset: Asset, owner: Hex, receiver: Hex): Pick<Order, 'gets' | 'others'> =>
  receiver === owner ? { gets: [asset], others: [] } : { gets: [], others: [{ ...asset, receiver }] }

/** The address that CoW Protocol uses for the network's own currency. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export const COW_ORDER =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'

/** An order at CoW Protocol. The signer is the owner, and a zero receiver stands for the owner. */
export function cowOrder(signed: Signed): Reading {
  const { sellToken, buyToken, receiver, kind, ...order } = signed.message as Record<
    'sellToken' | 'buyToken' | 'receiver',
    Hex
  > &
    Record<'sellAmount' | 'buyAmount' | 'feeAmount' | 'validTo', bigint> & { readonly kind: string }
  if (kind !== 'sell' && kind !== 'buy') return undefined
  const owner = signed.context.account.toLowerCase() as Hex
  const bought = { token: buyToken === COIN ? NATIVE : buyToken, amount: order.buyAmount }
  return finding(
    {
      owner,
      gives: [{ token: sellToken, amount: order.sellAmount + order.feeAmount }],
      ...paid(bought, owner, receiver === NATIVE ? owner : receiver),
      until: order.validTo,
    },
    signed,
  )
}

export const ONE_INCH_ORDER =
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)'

/**
 * Fields of `makerTraits`: the extension flag, and the position of the expiry, which is in seconds. An extension is
 * part of the order, and can change both amounts.
 */
const [HAS_EXTENSION, END_AT, END_BITS] = [1n << 249n, 80n, (1n << 40n) - 1n]
const NO_END = (1n << 256n) - 1n

/** A limit order at 1inch, version 4. Only an extension's hash is signed, so with one the output cannot be stated. */
export function oneInchOrder(signed: Signed): Reading {
  const { maker, receiver, makerAsset, takerAsset, makingAmount, takingAmount, makerTraits } = signed.message as Record<
    'maker' | 'receiver' | 'makerAsset' | 'takerAsset',
    Hex
  > &
    Record<'makingAmount' | 'takingAmount' | 'makerTraits', bigint>
  if ((makerTraits & HAS_EXTENSION) !== 0n) return undefined
  const end = (makerTraits >> END_AT) & END_BITS
  return finding(
    {
      owner: maker,
      gives: [{ token: makerAsset, amount: makingAmount }],
      ...paid({ token: takerAsset, amount: takingAmount }, maker, receiver === NATIVE ? maker : receiver),
      until: end === 0n ? NO_END : end,
    },
    signed,
  )
}

const MAKER_AND_TAKER = 'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount'
export const ZERO_EX_LIMIT = `LimitOrder(${MAKER_AND_TAKER},uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)`
export const ZERO_EX_RFQ = `RfqOrder(${MAKER_AND_TAKER},address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)`
export const ZERO_EX_OTC = `OtcOrder(${MAKER_AND_TAKER},address maker,address taker,address txOrigin,uint256 expiryAndNonce)`

type ZeroEx = Record<'makerToken' | 'takerToken' | 'maker' | 'taker', Hex> &
  Record<'makerAmount' | 'takerAmount', bigint>

/** An order at 0x, version 4. Either side may sign an OTC order; only the maker signs the other types. */
function zeroEx(signed: Signed, until: bigint, isEitherSide: boolean): Reading {
  const { makerToken, takerToken, maker, taker, makerAmount, takerAmount } = signed.message as ZeroEx
  const [made, taken] = [
    { token: makerToken, amount: makerAmount },
    { token: takerToken, amount: takerAmount },
  ]
  const isTaker = isEitherSide && taker === signed.context.account.toLowerCase() && maker !== taker
  return finding(
    isTaker
      ? { owner: taker, gives: [taken], gets: [made], others: [], until }
      : { owner: maker, gives: [made], gets: [taken], others: [], until },
    signed,
  )
}

export const zeroExOrder = (signed: Signed): Reading =>
  zeroEx(signed, (signed.message as { readonly expiry: bigint }).expiry, false)

/** The expiry is in the upper 64 bits of `expiryAndNonce`. */
export const zeroExOtc = (signed: Signed): Reading =>
  zeroEx(signed, (signed.message as { readonly expiryAndNonce: bigint }).expiryAndNonce >> 192n, true)
