import { type PreviewContext, tokenFacts } from '../../context.ts'
import type { Hex, Line } from '../../description.ts'
import { NATIVE } from '../../evm/swapLines.ts'
import {
  addressValue,
  integerValue,
  line,
  nativeAmount,
  receiverWarnings,
  timeLine,
  tokenAmount,
  tokenLines,
  warning,
} from '../../values.ts'

/** An asset that changes hands in an order. */
export interface Asset {
  /** The token's address, or `NATIVE` for the network's own currency. */
  readonly token: Hex
  /** In the token's smallest unit; for NFTs, their number. */
  readonly amount: bigint
  /** The id of an NFT. `any` means that the other side chooses an NFT of the collection. */
  readonly nft?: bigint | 'any'
}

/** What a signed order does in the worst case for the signer. */
export interface Order {
  /** The owner of the offered assets. */
  readonly owner: Hex
  /** The most that the owner gives. */
  readonly gives: readonly Asset[]
  /** The least that the owner gets, not counting what goes to others. */
  readonly gets: readonly Asset[]
  /** What others must get before the order can execute. */
  readonly others: readonly (Asset & { readonly receiver: Hex })[]
  /** The time when the order expires, in seconds since 1970. */
  readonly until: bigint
}

export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Adds up the amounts of each asset, and drops those that are zero. */
function summed(assets: readonly Asset[]): readonly Asset[] {
  const sums = new Map<string, Asset>()
  for (const asset of assets) {
    if (asset.amount === 0n) continue
    const key = `${asset.token}:${asset.nft}`
    sums.set(key, { ...asset, amount: asset.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()]
}

/** Whether the amount is less than a millionth of a whole unit. Some orders name such amounts to look like a sale. */
function isDust({ token, amount, nft }: Asset, context: PreviewContext): boolean {
  const decimals = token === NATIVE ? context.native.decimals : tokenFacts(context, token)?.decimals
  return nft === undefined && decimals !== undefined && amount * 1_000_000n < 10n ** BigInt(decimals)
}

const amountValue = (context: PreviewContext, { token, amount }: Asset) =>
  token === NATIVE ? nativeAmount(context, amount) : tokenAmount(context, token, amount)

type Side = 'preview.gives' | 'preview.givesForNothing' | 'preview.gets' | 'preview.othersGet'
const NFT_LABELS = {
  'preview.gives': 'preview.givesNft',
  'preview.givesForNothing': 'preview.givesNftForNothing',
  'preview.gets': 'preview.getsNft',
  'preview.othersGet': 'preview.othersGetNft',
} as const

function assetLines(context: PreviewContext, side: Side, asset: Asset): Line[] {
  const { token, amount, nft } = asset
  const isLost = side === 'preview.givesForNothing'
  if (nft === undefined) {
    const tokens = token === NATIVE ? [] : tokenLines(context, token)
    return [line(side, amountValue(context, asset), isLost), ...tokens]
  }
  const isGiven = isLost || side === 'preview.gives'
  const what =
    nft === 'any'
      ? warning(isGiven ? 'preview.givesAnyNft' : 'preview.getsAnyNft')
      : line(NFT_LABELS[side], integerValue(nft), isLost)
  return [what, ...(amount === 1n ? [] : [line('preview.amount', integerValue(amount))]), ...tokenLines(context, token)]
}

/** An order's lines. Whatever it gives away for nothing or almost nothing gets a danger warning. */
export function orderLines({ owner, others, until, ...order }: Order, context: PreviewContext): Line[] {
  const gives = summed(order.gives)
  const gets = summed(order.gets)
  const isLoss = gives.length > 0 && gets.every((asset) => isDust(asset, context))
  const side = isLoss ? 'preview.givesForNothing' : 'preview.gives'
  return [
    ...gives.flatMap((asset) => assetLines(context, side, asset)),
    ...gets.flatMap((asset) => assetLines(context, 'preview.gets', asset)),
    ...others.flatMap(({ receiver, ...asset }) => [
      ...assetLines(context, 'preview.othersGet', asset),
      line('preview.receiver', addressValue(context, receiver), gets.length === 0),
      ...receiverWarnings(context, receiver, asset.token),
    ]),
    ...(owner === context.account.toLowerCase() ? [] : [line('preview.from', addressValue(context, owner), true)]),
    timeLine('preview.deadline', until),
  ]
}
