import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * LiteSVM, the Solana runtime as a library, and its inputs. Both are installed in the folder of the fixture and absent
 * at compile time, so the types in use are written out here.
 */
export interface SvmAccount {
  readonly address: string
  readonly lamports: bigint
  /** The program that owns the account. */
  readonly programAddress: string
  readonly data: Uint8Array
  readonly executable: boolean
  readonly space: bigint
}

/** A number of LiteSVM's own enumeration, or an object. */
export type SvmError =
  | number
  | { readonly index: number; err(): number | { readonly code?: number } }
  | { readonly accountIndex: number }
  | { readonly index: number }

export interface SvmMetadata {
  signature(): Uint8Array
  logs(): string[]
  computeUnitsConsumed(): bigint
  returnData(): { programId(): Uint8Array; data(): Uint8Array }
  innerInstructions(): {
    stackHeight(): number
    instruction(): { programIdIndex(): number; accounts(): Uint8Array; data(): Uint8Array }
  }[][]
}

export interface SvmFailure {
  err(): SvmError
  meta(): SvmMetadata
}

interface SvmSimulation {
  meta(): SvmMetadata
  postAccounts(): SvmAccount[]
}

interface SvmClock {
  readonly epochStartTimestamp: bigint
  readonly epoch: bigint
  readonly leaderScheduleEpoch: bigint
}

interface Svm {
  withBlockhashCheck(check: boolean): Svm
  withSigverify(verify: boolean): Svm
  withTransactionHistory(capacity: bigint): Svm
  minimumBalanceForRentExemption(bytes: bigint): bigint
  getAccount(address: string): { readonly exists: false } | ({ readonly exists: true } & SvmAccount)
  getProgramAccounts(program: string): SvmAccount[]
  setAccount(account: SvmAccount): void
  latestBlockhash(): string
  expireBlockhash(): void
  getClock(): SvmClock
  setClock(clock: SvmClock): void
  sendTransaction(transaction: DecodedTransaction): SvmMetadata | SvmFailure
  simulateTransaction(transaction: DecodedTransaction): SvmSimulation | SvmFailure
}

/** Opaque: only LiteSVM reads it. */
type DecodedTransaction = { readonly messageBytes: Uint8Array }

interface LiteSvmModule {
  LiteSVM: new () => Svm
  Clock: new (
    slot: bigint,
    epochStartTimestamp: bigint,
    epoch: bigint,
    leaderScheduleEpoch: bigint,
    unixTimestamp: bigint,
  ) => SvmClock
  FailedTransactionMetadata: new () => SvmFailure
}

interface KitModule {
  getTransactionDecoder(): { decode(bytes: Uint8Array): DecodedTransaction }
  getProgramDerivedAddress(input: {
    programAddress: string
    seeds: readonly Uint8Array[]
  }): Promise<readonly [address: string, bump: number]>
}

export type Runtime = LiteSvmModule & KitModule

/**
 * @param folder contains `node_modules` with the packages of `fixture/package.json`
 * @throws Error if they are missing, or LiteSVM does not support this system
 */
export function loadRuntime(folder: string): Runtime {
  const load = createRequire(join(folder, 'package.json'))
  const { LiteSVM, Clock, FailedTransactionMetadata }: LiteSvmModule = load('litesvm')
  const { getTransactionDecoder, getProgramDerivedAddress }: KitModule = load('@solana/kit')
  return { LiteSVM, Clock, FailedTransactionMetadata, getTransactionDecoder, getProgramDerivedAddress }
}
