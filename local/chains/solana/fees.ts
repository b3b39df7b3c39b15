import { COMPUTE_BUDGET_PROGRAM } from './programs.ts'
import type { ReadMessage } from './readTransaction.ts'

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICROLAMPORTS_PER_LAMPORT = 1_000_000n

/** Compute units per instruction if the transaction sets no limit, and the maximum per transaction. */
const DEFAULT_UNITS = 200_000n
const MAX_UNITS = 1_400_000n

/** Instruction numbers of the compute budget program. */
const SET_LIMIT = 2
const SET_PRICE = 3

/**
 * A transaction's fee in lamports, with its priority fee. With a price but no limit, instructions of built-in programs
 * count like others, which is more than a cluster charges.
 */
export function feeOf({ header, accountKeys, instructions }: ReadMessage): bigint {
  const isBudget = ({ programIdIndex }: { programIdIndex: number }) =>
    accountKeys[programIdIndex] === COMPUTE_BUDGET_PROGRAM
  const budget = instructions.filter(isBudget).map(({ data }) => Buffer.from(data))
  const limit = budget.find((data) => data[0] === SET_LIMIT && data.length === 5)?.readUInt32LE(1)
  const price = budget.find((data) => data[0] === SET_PRICE && data.length === 9)?.readBigUInt64LE(1) ?? 0n

  const wanted = limit === undefined ? DEFAULT_UNITS * BigInt(instructions.length - budget.length) : BigInt(limit)
  const units = wanted < MAX_UNITS ? wanted : MAX_UNITS
  const preference = (price * units + MICROLAMPORTS_PER_LAMPORT - 1n) / MICROLAMPORTS_PER_LAMPORT
  return LAMPORTS_PER_SIGNATURE * BigInt(header.numRequiredSignatures) + preference
}
