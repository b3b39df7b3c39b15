import { type Hash, type PublicActions, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/**
 * The receipt of a transaction, as soon as it is in a block. viem's own wait misses one that is mined between its question
 * and its look at the block number, and on a chain that mines on demand there comes no other block to ask again at.
 */
export async function mined(
  client: Pick<PublicActions, 'getTransactionReceipt'>,
  hash: Hash,
): Promise<TransactionReceipt> {
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    })
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
