import { encodeBase58 } from '@portico/contracts/chains/bytes'
import type { TransactionRecord } from './history.ts'
import { parseInstruction } from './parseInstruction.ts'
import { isWritable } from './readTransaction.ts'
import { RpcError } from './rpcError.ts'

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64'

export interface TransactionConfig {
  readonly encoding?: TransactionEncoding | undefined
  readonly maxSupportedTransactionVersion?: number | undefined
}

/**
 * Writes a transaction in the format of `getTransaction`. @throws RpcError if the client does not support its version
 */
export function encodeTransaction(record: TransactionRecord, config: TransactionConfig) {
  const { version } = record.transaction.message
  if (version === 0 && config.maxSupportedTransactionVersion === undefined) {
    throw new RpcError(
      'unsupportedVersion',
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    )
  }
  const { slot, blockTime, meta } = record
  return {
    slot,
    blockTime,
    transaction: encodeBody(record, config.encoding ?? 'json'),
    meta,
    ...(config.maxSupportedTransactionVersion !== undefined && { version }),
  }
}

function encodeBody({ transaction, keys }: TransactionRecord, encoding: TransactionEncoding) {
  const { bytes, signatures, message } = transaction
  if (encoding === 'base64') return [Buffer.from(bytes).toString('base64'), encoding]
  if (encoding === 'base58') return [encodeBase58(bytes), encoding]

  const { version, header, accountKeys, recentBlockhash, instructions, addressTableLookups } = message
  const lookups = version === 0 ? { addressTableLookups } : {}
  if (encoding === 'json') {
    const written = instructions.map(({ data, ...rest }) => ({ ...rest, data: encodeBase58(data), stackHeight: null }))
    return { signatures, message: { header, accountKeys, recentBlockhash, instructions: written, ...lookups } }
  }

  const loadedWritable = addressTableLookups.reduce((count, { writableIndexes }) => count + writableIndexes.length, 0)
  const parsedKeys = keys.map((pubkey, index) => {
    const isOwn = index < accountKeys.length
    return {
      pubkey,
      signer: index < header.numRequiredSignatures,
      writable: isOwn ? isWritable(message, index) : index < accountKeys.length + loadedWritable,
      source: isOwn ? 'transaction' : 'lookupTable',
    }
  })
  const parsed = instructions.map((instruction) => parseInstruction(instruction, keys))
  return { signatures, message: { accountKeys: parsedKeys, recentBlockhash, instructions: parsed, ...lookups } }
}
