import { type Address, BlockNotFoundError, type PublicClient } from 'viem'
import { type Activity, partiesOf } from './activity.ts'
import { type ReadBlock, readBlock } from './readBlock.ts'

/** A history that is as its chain. */
export interface ChainHistory {
  /** Of an address with its checksum, the oldest first, as the chain is after this call. */
  activitiesOf(address: Address): Promise<readonly Activity[]>
}

/**
 * Keeps in memory what happened on a chain from its first block on: for chains of one's own. It reads on when somebody
 * asks, so that no answer is older than its question; a block that is no longer on the chain is taken out with all that
 * happened in it.
 */
export function followChain(client: PublicClient): ChainHistory {
  const blocks: ReadBlock[] = []
  const byParty = new Map<Address, Activity[]>()

  function add(block: ReadBlock) {
    for (const activity of block.activities) {
      for (const party of partiesOf(activity)) {
        const known = byParty.get(party)
        if (known) known.push(activity)
        else byParty.set(party, [activity])
      }
    }
    blocks.push(block)
  }

  function removeLast() {
    const block = blocks.pop()
    for (const activity of block?.activities ?? []) {
      for (const party of partiesOf(activity)) byParty.get(party)?.pop()
    }
  }

  const hashAt = async (blockNumber: bigint) => {
    try {
      return (await client.getBlock({ blockNumber })).hash
    } catch (thrown) {
      // The chain is shorter than it was.
      if (thrown instanceof BlockNotFoundError) return undefined
      throw thrown
    }
  }

  async function follow() {
    for (let last = blocks.at(-1); last && (await hashAt(last.number)) !== last.hash; last = blocks.at(-1)) removeLast()
    const tip = await client.getBlockNumber({ cacheTime: 0 })
    while (BigInt(blocks.length) <= tip) {
      const block = await readBlock(client, BigInt(blocks.length))
      const last = blocks.at(-1)
      // It was reorganised while it was read: back to where both agree.
      if (last && block.parentHash !== last.hash) removeLast()
      else add(block)
    }
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** What is under way may have asked too early: whoever comes now shares the one after it. */
  const upToDate = () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        running = follow()
        return running
      })
    return next
  }

  return {
    async activitiesOf(address) {
      await upToDate()
      return byParty.get(address) ?? []
    },
  }
}
