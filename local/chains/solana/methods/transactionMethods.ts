import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { integer, looseObject, looseTuple, maxValue, minValue, nullish, number, optional, pipe, union } from 'valibot'
import { FINAL_AFTER_SLOTS, type SolanaChain } from '../createChain.ts'
import { encodeAccount } from '../encodeAccount.ts'
import { encodeTransaction } from '../encodeTransaction.ts'
import type { TransactionRecord } from '../history.ts'
import {
  AddressParam,
  NumberParam,
  readParams,
  SendConfigParam,
  SignatureParam,
  SignaturesParam,
  SimulateConfigParam,
  TransactionEncodingParam,
  WireParam,
} from '../params.ts'
import { type ReadTransaction, readTransaction } from '../readTransaction.ts'
import { RpcError } from '../rpcError.ts'
import { readWireTransaction } from '../wireBytes.ts'
import { type MethodContext, type Methods, withContext } from './methods.ts'

const AirdropCall = looseTuple([AddressParam, pipe(NumberParam, minValue(1))])
const SendCall = looseTuple([WireParam, SendConfigParam])
const SimulateCall = looseTuple([WireParam, SimulateConfigParam])
const StatusesCall = looseTuple([SignaturesParam])
const HistoryConfig = looseObject({
  before: nullish(SignatureParam),
  until: nullish(SignatureParam),
  limit: nullish(pipe(number(), integer(), minValue(1), maxValue(1_000)), 1_000),
})
const HistoryCall = looseTuple([AddressParam, nullish(HistoryConfig, { limit: 1_000 })])
const TransactionConfig = looseObject({
  encoding: optional(TransactionEncodingParam),
  maxSupportedTransactionVersion: optional(NumberParam),
})
/** An encoding alone is the old form of the configuration. */
const TransactionCall = looseTuple([SignatureParam, nullish(union([TransactionEncodingParam, TransactionConfig]), {})])

export function transactionMethods({ chain, faucet }: MethodContext): Methods {
  return {
    /** Development only: public clusters limit airdrops, or have no coins to give. */
    requestAirdrop(params) {
      const [address, lamports] = readParams(AirdropCall, params)
      return faucet.pay(address, BigInt(lamports))
    },
    sendTransaction(params) {
      const [text, config] = readParams(SendCall, params)
      return chain.submit(readWireTransaction(text, config.encoding), config)
    },
    simulateTransaction(params) {
      const [text, config] = readParams(SimulateCall, params)
      const { sigVerify, replaceRecentBlockhash, accounts } = config
      if (sigVerify && replaceRecentBlockhash) {
        throw new RpcError('invalidParams', 'sigVerify may not be used with replaceRecentBlockhash')
      }
      const sent = readWireTransaction(text, config.encoding)
      const transaction = replaceRecentBlockhash ? withLatestBlockhash(sent, chain) : sent
      const { error, accounts: after, ...simulation } = chain.simulate(transaction, sigVerify)
      const afterwards = (address: string) =>
        after.find((account) => account.address === address) ?? chain.readAccount(address)
      return withContext(chain, {
        err: error,
        ...simulation,
        accounts:
          accounts?.addresses.map((address) => {
            const account = afterwards(address)
            return account ? encodeAccount(account, { encoding: accounts.encoding ?? 'base64' }, afterwards) : null
          }) ?? null,
        ...(replaceRecentBlockhash && { replacementBlockhash: chain.latestBlockhash() }),
      })
    },
    getSignatureStatuses(params) {
      const [signatures] = readParams(StatusesCall, params)
      const statuses = signatures.map((signature) => {
        const record = chain.history.get(signature)
        return record ? statusOf(record, chain) : null
      })
      return withContext(chain, statuses)
    },
    getSignaturesForAddress(params) {
      const [address, { before, until, limit }] = readParams(HistoryCall, params)
      const records = chain.history.of(address)
      const placeOf = (signature: string) => records.findIndex((record) => record.signature === signature)
      const begin = before ? placeOf(before) + 1 : 0
      // Nothing is listed before an unknown transaction.
      if (before && begin === 0) return []
      const end = until ? placeOf(until) : -1
      return records
        .slice(begin, end === -1 ? undefined : end)
        .slice(0, limit ?? undefined)
        .map((record) => {
          const { signature, slot, error, memo, blockTime } = record
          const { confirmationStatus } = statusOf(record, chain)
          return { signature, slot, err: error, memo, blockTime, confirmationStatus }
        })
    },
    getTransaction(params) {
      const [signature, config] = readParams(TransactionCall, params)
      const record = chain.history.get(signature)
      if (!record) return null
      return encodeTransaction(record, typeof config === 'string' ? { encoding: config } : config)
    },
  }
}

function statusOf({ slot, error, meta }: TransactionRecord, chain: SolanaChain) {
  const confirmations = chain.slot - slot
  const isFinal = confirmations >= FINAL_AFTER_SLOTS
  return {
    slot,
    confirmations: isFinal ? null : confirmations,
    err: error,
    status: meta.status,
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  }
}

function withLatestBlockhash({ bytes, message }: ReadTransaction, chain: SolanaChain): ReadTransaction {
  const replaced = Buffer.from(bytes)
  const hash = decodeBase58(chain.latestBlockhash().blockhash) ?? new Uint8Array()
  replaced.set(hash, message.blockhashAt)
  return readTransaction(replaced)
}
