import { createBlockhashes } from './blockhashes.ts'
import {
  innerInstructions,
  loadAddresses,
  memoOf,
  type ReadAccount,
  returnData,
  snapshot,
} from './describeExecution.ts'
import { createHistory, type TransactionRecord } from './history.ts'
import type { ReadTransaction } from './readTransaction.ts'
import { RpcError } from './rpcError.ts'
import type { Runtime, SvmAccount, SvmFailure, SvmMetadata } from './runtime.ts'
import { describeError, isExecuted, type TransactionError, toTransactionError } from './transactionErrors.ts'
import { createWaiting } from './waiting.ts'

/** The slot time of public clusters. */
const SLOT_MS = 400
/** A transaction is final after this many slots. */
export const FINAL_AFTER_SLOTS = 32

const UNSIGNED = '1'.repeat(64)

export interface Simulation {
  readonly error: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: number
  readonly returnData: ReturnType<typeof returnData>
  readonly innerInstructions: ReturnType<typeof innerInstructions> | null
  readonly accounts: readonly SvmAccount[]
}

export type SolanaChain = ReturnType<typeof createChain>

/**
 * A chain on one machine: LiteSVM executes transactions; the code here adds slots, blockhashes and history. Nothing is
 * rolled back, so every commitment reads the same state.
 */
export function createChain(runtime: Runtime) {
  const { LiteSVM, Clock, FailedTransactionMetadata } = runtime
  // LiteSVM's own blockhashes are too strict and its history is incomplete, so neither is used.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  const blockhashes = createBlockhashes()
  const history = createHistory()
  const slotWatchers = new Set<() => void>()
  const transactionWatchers = new Set<(record: TransactionRecord) => void>()
  const waiting = createWaiting()
  let slot = 0

  function advance() {
    slot++
    svm.expireBlockhash()
    const { epochStartTimestamp, epoch, leaderScheduleEpoch } = svm.getClock()
    svm.setClock(new Clock(BigInt(slot), epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(now())))
    blockhashes.add(svm.latestBlockhash(), slot)
    for (const notify of slotWatchers) notify()
  }
  advance()
  const timer = setInterval(advance, SLOT_MS)

  const readAccount: ReadAccount = (address) => {
    const account = svm.getAccount(address)
    return account.exists && (account.lamports > 0n || account.data.length > 0) ? account : undefined
  }

  const isFailure = (result: object): result is SvmFailure => result instanceof FailedTransactionMetadata

  /** The reason why a transaction cannot be executed at all. */
  function refusal({ signatures, message }: ReadTransaction, isVerified: boolean): TransactionError | undefined {
    if (isVerified && signatures.includes(UNSIGNED)) return 'SignatureFailure'
    if (!blockhashes.isValid(message.recentBlockhash)) return 'BlockhashNotFound'
    return history.get(signatures[0] ?? '') ? 'AlreadyProcessed' : undefined
  }

  function simulate(transaction: ReadTransaction, isVerified: boolean): Simulation {
    const refused = refusal(transaction, isVerified)
    if (refused) return failed(refused)
    svm.withSigverify(isVerified)
    try {
      const result = svm.simulateTransaction(decode(runtime, transaction.bytes))
      const metadata = result.meta()
      const error = isFailure(result) ? toTransactionError(result.err()) : null
      return { ...outcomeOf(metadata), error, accounts: isFailure(result) ? [] : result.postAccounts() }
    } finally {
      svm.withSigverify(true)
    }
  }

  /**
   * @returns the signature, even of a transaction that is then not executed: as on the clusters, only a simulation
   *   reports the failure
   * @throws RpcError if the preflight simulation fails
   */
  function submit(transaction: ReadTransaction, { skipPreflight }: { skipPreflight: boolean }): string {
    if (!skipPreflight) assertSimulates(simulate(transaction, true))
    if (!waiting.keeps(transaction)) execute(transaction)
    return transaction.signatures[0] ?? ''
  }

  function execute(transaction: ReadTransaction): void {
    const { signatures, message } = transaction
    const [signature = ''] = signatures
    if (refusal(transaction, true)) return

    const loadedAddresses = loadAddresses(message.addressTableLookups, readAccount)
    const keys = [...message.accountKeys, ...loadedAddresses.writable, ...loadedAddresses.readonly]
    const before = snapshot(keys, readAccount)
    const result = svm.sendTransaction(decode(runtime, transaction.bytes))
    const error = isFailure(result) ? toTransactionError(result.err()) : null
    if (error && !isExecuted(error)) return

    const after = snapshot(keys, readAccount)
    const { logs, unitsConsumed, ...outcome } = outcomeOf(isFailure(result) ? result.meta() : result)
    const record: TransactionRecord = {
      signature,
      slot,
      blockTime: now(),
      transaction,
      keys,
      error,
      memo: memoOf(message, keys),
      meta: {
        err: error,
        status: error ? { Err: error } : { Ok: null },
        // The fee is burned, so it is the difference between the sums.
        fee: sum(before.balances) - sum(after.balances),
        preBalances: before.balances,
        postBalances: after.balances,
        preTokenBalances: before.tokenBalances,
        postTokenBalances: after.tokenBalances,
        innerInstructions: outcome.innerInstructions,
        logMessages: logs,
        computeUnitsConsumed: unitsConsumed,
        loadedAddresses,
        rewards: [],
        ...(outcome.returnData && { returnData: outcome.returnData }),
      },
    }
    history.add(record)
    for (const notify of transactionWatchers) notify(record)
  }

  return {
    svm,
    history,
    readAccount,
    simulate,
    submit,
    /** Makes transactions paid by this account wait, as if no leader took them. */
    hold: waiting.hold,
    /** Executes all waiting transactions that are still valid, in order. */
    release() {
      for (const transaction of waiting.end()) execute(transaction)
    },
    /** Advances by that many slots at once. */
    skip(slots: number) {
      for (let count = 0; count < slots; count++) advance()
    },
    isBlockhashValid: blockhashes.isValid,
    latestBlockhash() {
      const blockhash = svm.latestBlockhash()
      return { blockhash, lastValidBlockHeight: blockhashes.lastValidBlockHeight(blockhash) }
    },
    get slot() {
      return slot
    },
    /** The time of a past or future slot, in seconds. */
    timeOf: (wanted: number) => now() - Math.floor(((slot - wanted) * SLOT_MS) / 1_000),
    /** @returns a function that unsubscribes */
    watchSlots(onSlot: () => void) {
      slotWatchers.add(onSlot)
      return () => void slotWatchers.delete(onSlot)
    },
    /** Calls back for every executed transaction. @returns a function that unsubscribes */
    watchTransactions(onTransaction: (record: TransactionRecord) => void) {
      transactionWatchers.add(onTransaction)
      return () => void transactionWatchers.delete(onTransaction)
    },
    stop: () => clearInterval(timer),
  }
}

/** @throws RpcError if these bytes are not a transaction */
function decode({ getTransactionDecoder }: Runtime, bytes: Uint8Array) {
  try {
    return getTransactionDecoder().decode(bytes)
  } catch (cause) {
    throw new RpcError('invalidParams', `failed to deserialize the transaction: ${cause}`)
  }
}

const sum = (balances: readonly number[]) => balances.reduce((total, balance) => total + balance, 0)

const now = () => Math.floor(Date.now() / 1_000)

const failed = (error: TransactionError): Simulation => ({
  error,
  logs: [],
  unitsConsumed: 0,
  returnData: null,
  innerInstructions: null,
  accounts: [],
})

const outcomeOf = (metadata: SvmMetadata) => ({
  logs: metadata.logs(),
  unitsConsumed: Number(metadata.computeUnitsConsumed()),
  returnData: returnData(metadata),
  innerInstructions: innerInstructions(metadata),
})

/** @throws RpcError in the format of `sendTransaction` */
function assertSimulates({ error, accounts: _, ...simulation }: Simulation) {
  if (!error) return
  if (error === 'SignatureFailure') throw new RpcError('signatureFailure', 'Transaction signature verification failure')
  const data = { err: error, accounts: null, ...simulation }
  throw new RpcError('preflightFailure', `Transaction simulation failed: ${describeError(error)}`, data)
}
