import type { Address, PublicClient } from 'viem'
import { hashAt } from '../hashAt.ts'
import { type Activity, partiesOf } from './activity.ts'
import { type ReadBlock, readBlock } from './readBlock.ts'

/** The history of a chain, kept up to date. */
export interface ChainHistory {
  /** The activities of a checksummed address, the oldest first, up to date at the time of the call. */
  activitiesOf(address: Address): Promise<readonly Activity[]>
}

/**
 * Keeps the whole history of a chain in memory, for local chains. New blocks are read on each request, so the result is
 * never older than the request. When a block leaves the chain, its history is removed.
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

  async function follow() {
    for (let last = blocks.at(-1); last && (await hashAt(client, last.number)) !== last.hash; last = blocks.at(-1))
      removeLast()
    const tip = await client.getBlockNumber({ cacheTime: 0 })
    while (BigInt(blocks.length) <= tip) {
      const block = await readBlock(client, BigInt(blocks.length))
      const last = blocks.at(-1)
      // If a reorganization happens while blocks are read, the history goes back to the last common block.
      if (last && block.parentHash !== last.hash) removeLast()
      else add(block)
    }
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** A running update may have read the chain before the call, so callers share the next update instead. */
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
