import { isModalError, ModalError, type Network } from '@portico/contracts'
import type { Psbt } from '@portico/contracts/chains/bitcoin/psbt'
import { encodeHex } from '@portico/contracts/chains/bytes'
import { askEsplora } from './esplora.ts'
import { extractTransaction } from './extractTransaction.ts'

/** What nodes say of a transaction that they have already (Bitcoin Core: `txn-already-in-mempool`, `txn-already-known`, RPC -27). */
const KNOWN = /already[- ](?:in|known)|outputs already in utxo set/i

/** It wants to be left alone, and has taken nothing. */
const BUSY = 429

/**
 * Sends a transaction by the servers of its network, until one has taken it. One that was asked and has not answered may have
 * taken it, whatever the others say after that: it has been sent as far as anybody can tell, and is to be looked for.
 * @throws ModalError `service.unreachable` where none could take it, Error with the server's reason where the first refuses it
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
