import { type Hash, type PublicActions, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/**
 * Waits for a transaction to be mined, and returns its receipt. viem's own function misses a transaction that is mined
 * between its two requests, for the receipt and for the block number. In that case it waits for another block, which
 * never comes on a chain that mines on demand.
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
