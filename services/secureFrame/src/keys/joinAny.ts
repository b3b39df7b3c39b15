import type { Held } from './shelf.ts'
import { joinShares, SharesDoNotFit } from './splitSeed.ts'

export interface Joined {
  readonly splitId: string
  readonly seed: Uint8Array
}

/** The seed from the first split of which both lists have a share, if any. A tampered share counts as missing. */
export async function joinAny(these: readonly Held[], those: readonly Held[]): Promise<Joined | undefined> {
  for (const { splitId, share } of these) {
    const other = those.find((one) => one.splitId === splitId)?.share
    if (!share || !other) continue
    try {
      return { splitId, seed: await joinShares(share, other) }
    } catch (error) {
      if (!(error instanceof SharesDoNotFit)) throw error
    }
  }
  return undefined
}
