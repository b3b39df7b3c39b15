import { hexOf } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import type { Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, line, nativeAmount, tokenAmount, tokenLines } from '../values.ts'
import { accountLine, addressOf, type InstructionReader, ownerLine, unsigned } from './instruction.ts'

/** Jupiter's swap program, version 6: https://dev.jup.ag */
export const JUPITER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** The token for SOL, which is wrapped for the swap. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const BPS = 10_000n

interface Layout {
  /** The offset of the amounts in the data. */
  readonly amountsAt: number
  /** Indexes of the signer, both token accounts, both mints, and the account that may replace the destination. */
  readonly places: readonly [
    authority: number,
    source: number,
    target: number,
    sold: number,
    bought: number,
    other?: number,
  ]
}

/** `route_v2` and `shared_accounts_route_v2`. Version 1 is missing: its amounts come last, and more data may follow. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  '0xbb64facc31c4af14': { amountsAt: 8, places: [0, 1, 2, 3, 4, 7] },
  '0xd19853937cfed8e9': { amountsAt: 9, places: [1, 2, 5, 6, 7] },
}

const amountLines = (labelKey: PreviewMessageKey, mint: string, amount: bigint, context: PreviewContext): Line[] =>
  mint === WRAPPED_SOL
    ? [line(labelKey, nativeAmount(context, amount))]
    : [line(labelKey, tokenAmount(context, mint, amount)), ...tokenLines(context, mint)]

/** Reads only swaps without a platform fee. With a fee, the remaining output is not stated. */
export const jupiterInstruction: InstructionReader = ({ programId, data, accounts }, context) => {
  const name = hexOf(data.subarray(0, 8))
  const layout = Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name] : undefined
  if (!layout) return undefined
  const { amountsAt: at, places } = layout
  const keys = places.map((place) => (place === undefined ? undefined : accounts[place]))
  const [authority, source, target, soldKey, boughtKey, otherKey] = keys
  const [sold, bought] = [addressOf(soldKey, context), addressOf(boughtKey, context)]
  if (data.length < at + 22 || !authority || !source || !target || !sold || !bought) return undefined
  const [slippage, fee] = [unsigned(data, at + 16, 2), unsigned(data, at + 18, 2)]
  if (fee !== 0n || slippage > BPS) return undefined
  // An omitted account is encoded as the address of the program itself.
  const isOther = otherKey !== undefined && addressOf(otherKey, context) !== programId
  return {
    kind: 'swap',
    lines: [
      ...amountLines('preview.sell', sold, unsigned(data, at, 8), context),
      ...amountLines('preview.receiveAtLeast', bought, (unsigned(data, at + 8, 8) * (BPS - slippage)) / BPS, context),
      accountLine('preview.fromTokenAccount', source, context),
      accountLine('preview.toTokenAccount', isOther ? otherKey : target, context),
      ownerLine(authority, context),
      line('preview.program', addressValue(context, programId)),
    ],
  }
}
