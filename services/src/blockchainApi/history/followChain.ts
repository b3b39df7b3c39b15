import type { Address, PublicClient } from 'viem'
import { hashAt } from '../hashAt.ts'
import { type Activity, partiesOf } from './activity.ts'
import { type ReadBlock, readBlock } from './readBlock.ts'

/** A history in step with its chain. */
export interface ChainHistory {
  /** Of a checksummed address, the oldest first, as of this call. */
  activitiesOf(address: Address): Promise<readonly Activity[]>
}

/**
 * Keeps the whole history of a chain in memory, for local chains. It reads new blocks on request, so no answer is older
 * than its request; when a block leaves the chain, its history is removed.
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
      // A reorganization happened while reading: go back to the common block.
      if (last && block.parentHash !== last.hash) removeLast()
      else add(block)
    }
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** A running update may have read too early: callers from now on share the next one. */
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
