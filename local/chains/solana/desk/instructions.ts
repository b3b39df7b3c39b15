import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import type { Instruction } from '@portico/contracts/solana'
import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../programs.ts'

/** Instruction numbers of the programs. */
const [TRANSFER, TRANSFER_WITH_SEED, TRANSFER_CHECKED, CREATE_IDEMPOTENT, UNIT_LIMIT] = [2, 11, 12, 1, 2]

const bytesOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

export function unitLimit(units: number): Instruction {
  const data = Buffer.alloc(5, UNIT_LIMIT)
  data.writeUInt32LE(units, 1)
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data }
}

export function transfer(from: string, to: string, lamports: bigint): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(TRANSFER, 0)
  data.writeBigUInt64LE(lamports, 4)
  const accounts = [
    { address: from, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ]
  return { program: SYSTEM_PROGRAM, accounts, data }
}

/**
 * The address of an account that is controlled by the signature of its base account. https://solana.com/docs/core/pda
 */
export const seededAddress = (base: string, seed: string): string =>
  encodeBase58(createHash('sha256').update(bytesOf(base)).update(seed).update(bytesOf(SYSTEM_PROGRAM)).digest())

/** Transfers coins from an account at a `seededAddress`. */
export function transferWithSeed(base: string, seed: string, to: string, lamports: bigint): Instruction {
  const text = Buffer.from(seed)
  const numbers = Buffer.alloc(20)
  numbers.writeUInt32LE(TRANSFER_WITH_SEED, 0)
  numbers.writeBigUInt64LE(lamports, 4)
  numbers.writeBigUInt64LE(BigInt(text.length), 12)
  const accounts = [
    { address: seededAddress(base, seed), isWritable: true },
    { address: base, isSigner: true },
    { address: to, isWritable: true },
  ]
  return { program: SYSTEM_PROGRAM, accounts, data: Buffer.concat([numbers, text, bytesOf(SYSTEM_PROGRAM)]) }
}

interface TokenMove {
  readonly program: string
  readonly mint: string
  readonly source: string
  readonly destination: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}

export function transferChecked({
  program,
  mint,
  source,
  destination,
  owner,
  amount,
  decimals,
}: TokenMove): Instruction {
  const data = Buffer.alloc(10, TRANSFER_CHECKED)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  const accounts = [
    { address: source, isWritable: true },
    { address: mint },
    { address: destination, isWritable: true },
    { address: owner, isSigner: true },
  ]
  return { program, accounts, data }
}

/** Creates the owner's account for a token, which the owner pays for. */
export const openAccount = (owner: string, account: string, mint: string, program: string): Instruction => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    { address: owner, isSigner: true, isWritable: true },
    { address: account, isWritable: true },
    { address: owner },
    { address: mint },
    { address: SYSTEM_PROGRAM },
    { address: program },
  ],
  data: Uint8Array.of(CREATE_IDEMPOTENT),
})
