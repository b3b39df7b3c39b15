import { describe } from '../../describe.ts'
import type { Hex } from '../../description.ts'
import { NATIVE } from '../../evm/swapLines.ts'
import { integerValue, line } from '../../values.ts'
import type { Reading, Signed } from '../signed.ts'
import { type Asset, larger, type Order, orderLines, smaller } from './order.ts'

interface OfferItem {
  readonly itemType: bigint
  readonly token: Hex
  readonly identifierOrCriteria: bigint
  readonly startAmount: bigint
  readonly endAmount: bigint
}
interface ConsiderationItem extends OfferItem {
  readonly recipient: Hex
}
interface OrderComponents {
  readonly offerer: Hex
  readonly offer: readonly OfferItem[]
  readonly consideration: readonly ConsiderationItem[]
  readonly orderType: bigint
  readonly endTime: bigint
}

const ITEM = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const CONSIDERATION = `ConsiderationItem(${ITEM},address recipient)`
const OFFER = `OfferItem(${ITEM})`
const COMPONENTS =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'

export const SEAPORT_ORDER = `${COMPONENTS}${CONSIDERATION}${OFFER}`
const TREE = /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)/

/** Whether the type is that of an order tree, in which one signature covers all orders. */
export const isSeaportBulk = (type: string): boolean =>
  TREE.test(type) && type.replace(TREE, '') === `${CONSIDERATION}${OFFER}${COMPONENTS}`

/** The Seaport `ItemType` and `OrderType` values that are read here. */
const [COIN, ERC20, NFT, MULTI, SOME_NFT, SOME_MULTI] = [0n, 1n, 2n, 3n, 4n, 5n]
const CONTRACT_ORDER = 4n

/** Undefined for an unknown item type. @param amountOf picks the amount to show out of the start and end amounts */
function assetOf(
  { itemType, token, identifierOrCriteria, startAmount, endAmount }: OfferItem,
  amountOf: (start: bigint, end: bigint) => bigint,
): Asset | undefined {
  const amount = amountOf(startAmount, endAmount)
  switch (itemType) {
    case COIN:
      return { token: NATIVE, amount }
    case ERC20:
      return { token, amount }
    case NFT:
    case MULTI:
      return { token, amount, nft: identifierOrCriteria }
    case SOME_NFT:
    case SOME_MULTI:
      return { token, amount, nft: 'any' }
    default:
      return undefined
  }
}

function orderOf({ offerer, offer, consideration, orderType, endTime }: OrderComponents): Order | undefined {
  const gives = offer.map((item) => assetOf(item, larger)).filter((asset) => asset !== undefined)
  const paid = consideration.flatMap((item) => {
    const asset = assetOf(item, smaller)
    return asset ? [{ ...asset, receiver: item.recipient }] : []
  })
  const isWhole = gives.length === offer.length && paid.length === consideration.length
  if (!isWhole || orderType >= CONTRACT_ORDER) return undefined
  return {
    owner: offerer,
    gives,
    gets: paid.filter(({ receiver }) => receiver === offerer).map(({ receiver: _, ...asset }) => asset),
    others: paid.filter(({ receiver, amount }) => receiver !== offerer && amount > 0n),
    until: endTime,
  }
}

export function seaportOrder({ message, context }: Signed): Reading {
  const order = orderOf(message as OrderComponents)
  return order && { kind: 'order', lines: orderLines(order, context) }
}

type Tree = OrderComponents | readonly Tree[]
const leaves = (tree: Tree): readonly OrderComponents[] =>
  'offerer' in tree ? [tree] : (tree as readonly Tree[]).flatMap(leaves)

/** Describes every order of a tree. Orders without an offerer are padding, for which no signature is valid. */
export function seaportBulk({ message, context }: Signed): Reading {
  const all = leaves((message as { readonly tree: Tree }).tree).filter(({ offerer }) => offerer !== NATIVE)
  const orders = all.map(orderOf).filter((order) => order !== undefined)
  if (orders.length < all.length || orders.length === 0) return undefined
  return {
    kind: 'order',
    lines: [line('preview.orderCount', integerValue(BigInt(orders.length)))],
    parts: orders.map((order) => describe({ kind: 'order', lines: orderLines(order, context) }, '0x')),
  }
}
