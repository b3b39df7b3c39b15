import type { Hex } from '../../description.ts'
import type { Reading, Signed } from '../signed.ts'
import { type Asset, orderLines } from './order.ts'

export const BLUR_ORDER =
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)'

interface Fee {
  /** In hundredths of a percent. */
  readonly rate: bigint
  readonly recipient: Hex
}

const [BUY, SELL] = [0n, 1n]
const WHOLE = 10_000n

/** An order at Blur, version 1. The buyer may get any NFT of the collection, as the unknown matching policy decides. */
export function blurOrder({ message, context }: Signed): Reading {
  const { trader, side, collection, paymentToken, tokenId, amount, price, expirationTime, fees } = message as Record<
    'trader' | 'collection' | 'paymentToken',
    Hex
  > &
    Record<'side' | 'tokenId' | 'amount' | 'price' | 'expirationTime', bigint> & { readonly fees: readonly Fee[] }
  const coins = (share: bigint): Asset => ({ token: paymentToken, amount: share })
  const order = { owner: trader, until: expirationTime }
  if (side === BUY) {
    const gets: Asset[] = [{ token: collection, amount: amount === 0n ? 1n : amount, nft: 'any' }]
    return {
      kind: 'order',
      lines: orderLines({ ...order, gives: [coins(price)], gets, others: [] }, context),
    }
  }
  if (side !== SELL) return undefined
  const cuts = fees.map(({ rate, recipient }) => ({ ...coins((price * rate) / WHOLE), receiver: recipient }))
  const rest = cuts.reduce((left, cut) => left - cut.amount, price)
  if (rest < 0n) return undefined
  const gives: Asset[] = [{ token: collection, amount: amount === 0n ? 1n : amount, nft: tokenId }]
  return {
    kind: 'order',
    lines: orderLines({ ...order, gives, gets: [coins(rest)], others: cuts.filter((cut) => cut.amount > 0n) }, context),
  }
}
