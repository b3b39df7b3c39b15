import { compileMessage } from '@portico/contracts/solana'
import { SYSTEM_PROGRAM } from '../../../local/chains/solana/programs.ts'
import { askChain, stack } from './stack.ts'

const SIGNATURE_BYTES = 64
const TRANSFER = 2

/** A serialized legacy transaction, unsigned: one account pays another. */
export async function solanaPayment(from: string, to: string, lamports: bigint): Promise<number[]> {
  const { value } = (await askChain(stack.urls.solana, 'getLatestBlockhash')) as { value: { blockhash: string } }
  const data = Buffer.alloc(12)
  data.writeUInt32LE(TRANSFER, 0)
  data.writeBigUInt64LE(lamports, 4)
  const accounts = [
    { address: from, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ]
  const message = compileMessage(from, value.blockhash, [{ program: SYSTEM_PROGRAM, accounts, data }])
  return [1, ...new Uint8Array(SIGNATURE_BYTES), ...message]
}

/** The signed part of a transaction with one signer. */
export const messageOf = (transaction: readonly number[]): Uint8Array =>
  Uint8Array.from(transaction.slice(1 + SIGNATURE_BYTES))

/** The only signature of a transaction. */
export const signatureIn = (transaction: readonly number[]): Uint8Array =>
  Uint8Array.from(transaction.slice(1, 1 + SIGNATURE_BYTES))

/** In lamports. */
export const lamportsOf = async (address: string): Promise<bigint> => {
  const answer = await askChain(stack.urls.solana, 'getBalance', [address, { commitment: 'confirmed' }])
  return BigInt((answer as { value: number }).value)
}
