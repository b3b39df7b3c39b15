import { BlockNotFoundError, type Hash, type PublicClient } from 'viem'

/** The hash of a block; undefined if the chain has become shorter. */
export async function hashAt(client: PublicClient, blockNumber: bigint): Promise<Hash | undefined> {
  try {
    return (await client.getBlock({ blockNumber })).hash
  } catch (thrown) {
    if (thrown instanceof BlockNotFoundError) return undefined
    throw thrown
  }
}
