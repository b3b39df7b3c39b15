import { compileMessage } from '@portico/contracts/solana'
import { SYSTEM_PROGRAM } from '../../../local/chains/solana/programs.ts'
import { SOLANA_CAIP_ID } from '../../../scripts/local.mjs'
import { solanaKey } from '../../../services/testing/developmentKeys.ts'
import { newSigner, type SolanaSigner, signAndSend, signerOf } from '../../support/sending/solanaWallet.ts'
import { looksAnew } from './holdings.ts'
import { lamportsOf } from './solanaPayments.ts'
import { askChain, stack } from './stack.ts'
import type { Visit } from './visit.ts'
import { inSolanaWallet } from './wallets.ts'

/** The stack's Solana chain, queried without our code, and an account on it for tests that send. */

export const SOL = 1_000_000_000n
const SIGNATURE_BYTES = 64
const TRANSFER = 2

/**
 * Index in the development mnemonic. Only these tests move its funds, so that other tests find their funds unchanged.
 */
const SENDER_INDEX = 2
export const SENDER: SolanaSigner = signerOf(solanaKey(SENDER_INDEX).bytes)

/** Switches the wallet to the sender's account. */
export const asSender = (visitor: Visit): Promise<void> =>
  inSolanaWallet(visitor, (wallet, index) => wallet.setAccount(index), SENDER_INDEX)

export const askSolana = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  askChain(stack.urls.solana, method, [...params]) as Promise<T>

/**
 * Takes lamports from an account. Another account pays the fee, so that this transaction executes while the account's
 * own transactions wait.
 */
export async function takeFrom(owner: SolanaSigner, lamports: bigint): Promise<void> {
  const other = newSigner()
  await askSolana('requestAirdrop', other.address, Number(SOL))
  const { value } = await askSolana<{ value: { blockhash: string } }>('getLatestBlockhash')
  const data = Buffer.alloc(12)
  data.writeUInt32LE(TRANSFER, 0)
  data.writeBigUInt64LE(lamports, 4)
  const accounts = [
    { address: owner.address, isSigner: true, isWritable: true },
    { address: other.address, isWritable: true },
  ]
  const message = compileMessage(other.address, value.blockhash, [{ program: SYSTEM_PROGRAM, accounts, data }])
  const unsigned = Uint8Array.from([2, ...new Uint8Array(2 * SIGNATURE_BYTES), ...message])
  await signAndSend(new URL(stack.urls.solana), unsigned, other, owner)
}

/** Sets the account's balance and waits until the services know it. */
export async function setLamports(owner: SolanaSigner, lamports: bigint): Promise<void> {
  const there = await lamportsOf(owner.address)
  if (there < lamports) await askSolana('requestAirdrop', owner.address, Number(lamports - there))
  if (there > lamports) await takeFrom(owner, there - lamports)
  await looksAnew(SOLANA_CAIP_ID, owner.address)
}

interface TokenAccount {
  readonly lamports: bigint
  /** In the token's smallest unit. */
  readonly amount: bigint
}

/** An owner's accounts for a token. */
export async function tokenAccountsOf(owner: string, mint: string): Promise<readonly TokenAccount[]> {
  const { value } = await askSolana<{
    value: { account: { lamports: number; data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>('getTokenAccountsByOwner', owner, { mint }, { encoding: 'jsonParsed' })
  return value.map(({ account: { lamports, data } }) => ({
    lamports: BigInt(lamports),
    amount: BigInt(data.parsed.info.tokenAmount.amount),
  }))
}

export interface SolanaStatus {
  readonly err: unknown
}
/** The chain's status of a transaction; null when unknown. */
export async function statusOf(signature: string): Promise<SolanaStatus | null> {
  const { value } = await askSolana<{ value: (SolanaStatus | null)[] }>('getSignatureStatuses', [signature])
  return value[0] ?? null
}
