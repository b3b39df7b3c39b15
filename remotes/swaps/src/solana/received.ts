import type { SwapFamily } from '../families.ts'
import { solanaNode } from './node.ts'

/** Parses an integer amount; anything else counts as zero. */
const amountIn = (text: string): bigint => (/^\d{1,20}$/.test(text) ? BigInt(text) : 0n)

/** The amount that a swap yielded, from its transaction's balance changes; for the coin, the fee is not counted. */
export const received: SwapFamily['received'] = async ({ hash, to }, account, ask, signal) => {
  const meta = await solanaNode(ask, to.caipNetworkId, signal).carried(hash)
  if (!meta) return undefined
  const { address } = to
  // The first account of a transaction pays its fee.
  if (address === undefined) return positive((meta.postBalances[0] ?? 0n) - (meta.preBalances[0] ?? 0n) + meta.fee)
  const sumOf = (balances: typeof meta.preTokenBalances) =>
    (balances ?? [])
      .filter(({ owner, mint }) => owner === account && mint === address)
      .reduce((sum, { uiTokenAmount }) => sum + amountIn(uiTokenAmount.amount), 0n)
  return positive(sumOf(meta.postTokenBalances) - sumOf(meta.preTokenBalances))
}

const positive = (amount: bigint) => (amount > 0n ? amount : undefined)
