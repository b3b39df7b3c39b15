import { isModalError, ModalError, type Network } from '@portico/contracts'
import type { Psbt } from '@portico/contracts/chains/bitcoin/psbt'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { askEsplora } from './esplora.ts'
import { extractTransaction } from './extractTransaction.ts'

/** The node already has the transaction (Bitcoin Core: `txn-already-in-mempool`, `txn-already-known`, RPC -27). */
const KNOWN = /already[- ](?:in|known)|outputs already in utxo set/i

/** Rate limited: the server has not accepted the transaction. */
const BUSY = 429

/**
 * Submits a transaction to the servers of its network in turn, until one accepts it. A server that did not answer may
 * have accepted it, whatever the others answer; the transaction then counts as sent.
 * @throws ModalError `service.unreachable` if every server was too busy, Error with the server's reason if the first
 *   server that is not too busy refuses the transaction
 */
export async function broadcastBy(network: Network | undefined, psbt: Psbt): Promise<void> {
  const body = encodeHex(extractTransaction(psbt))
  let mayBeSent = false
  for (const url of network?.rpcUrls ?? []) {
    try {
      const { status, text } = await askEsplora(
        { rpcUrls: [url] },
        '/tx',
        async (response) => ({ status: response.status, text: await response.text().catch(() => '') }),
        { method: 'POST', body },
      )
      if (status < 300 || KNOWN.test(text)) return
      if (status === BUSY) continue
      if (status < 500 && !mayBeSent) throw new Error(text.slice(0, 200))
      mayBeSent = true
    } catch (error) {
      if (!isModalError(error)) throw error
      mayBeSent = true
    }
  }
  if (!mayBeSent) throw new ModalError('service.unreachable')
}
