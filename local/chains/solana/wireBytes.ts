import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { MAX_TRANSACTION_BYTES, type ReadTransaction, readTransaction } from './readTransaction.ts'
import { RpcError } from './rpcError.ts'

/** @throws RpcError if the text is not in the encoding */
function wireBytes(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  const bytes = encoding === 'base58' ? decodeBase58(text) : Buffer.from(text, 'base64')
  const isExact = encoding === 'base58' || (bytes && Buffer.from(bytes).toString('base64') === text)
  if (!bytes || !isExact) throw new RpcError('invalidParams', `invalid ${encoding} encoding`)
  return bytes
}

/** @throws RpcError if it is malformed or exceeds the network's packet size */
export function readWireTransaction(text: string, encoding: 'base58' | 'base64'): ReadTransaction {
  const bytes = wireBytes(text, encoding)
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    const limit = `too large: ${bytes.length} bytes (max: encoded/raw 1644/${MAX_TRANSACTION_BYTES})`
    throw new RpcError('invalidParams', `decoded solana_transaction::versioned::VersionedTransaction ${limit}`)
  }
  return orInvalid(() => readTransaction(bytes))
}

/** @throws RpcError instead of a reader's error */
export function orInvalid<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RpcError('invalidParams', `failed to deserialize solana_transaction: ${reason}`)
  }
}
