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
  /** `NATIVE` for the network's own currency. */
  readonly token: Hex
  /** In the smallest unit; for NFTs, their count. */
  readonly amount: bigint
  /** The id of an NFT; `any`: the other side chooses one of the collection. */
  readonly nft?: bigint | 'any'
}

/** A signed order at its worst for the signer. */
export interface Order {
  /** The owner of the offered assets. */
  readonly owner: Hex
  /** At most. */
  readonly gives: readonly Asset[]
  /** At least, and only what goes to the owner. */
  readonly gets: readonly Asset[]
  /** What must go to others before the order can execute. */
  readonly others: readonly (Asset & { readonly receiver: Hex })[]
  /** Seconds since 1970. */
  readonly until: bigint
}

export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** One entry per asset, without zero amounts. */
function summed(assets: readonly Asset[]): readonly Asset[] {
  const sums = new Map<string, Asset>()
  for (const asset of assets) {
    if (asset.amount === 0n) continue
    const key = `${asset.token}:${asset.nft}`
    sums.set(key, { ...asset, amount: asset.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()]
}

/** Less than a millionth of a whole unit: orders name such amounts to look like a sale. */
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

/** An order's lines. What it gives away for nothing or almost nothing is a danger warning. */
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
