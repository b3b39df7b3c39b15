import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  isTokenProgram,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@portico/contracts/solana'
import { numberAt } from './bytes.ts'
import { type JupiterStep, readJupiter } from './jupiter.ts'
import type { Instruction } from './transaction.ts'

/** What an instruction of a swap does. Addresses are accounts; amounts are in the smallest unit. */
export type Step =
  /** What the transaction may compute, and what is offered for a unit, in millionths of a lamport. */
  | { readonly type: 'budget'; readonly limit?: bigint; readonly price?: bigint }
  /** The program of associated accounts refuses any other account than the owner's own for that token. */
  | {
      readonly type: 'open'
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  /** Coins. */
  | { readonly type: 'pay'; readonly from: string; readonly to: string; readonly amount: bigint }
  /** Coins of an account that is nobody's but `base`'s. */
  | { readonly type: 'paySeeded'; readonly base: string; readonly to: string; readonly amount: bigint }
  | {
      readonly type: 'move'
      readonly source: string
      readonly destination: string
      readonly authority: string
      /** Undefined: that of the source. */
      readonly mint: string | undefined
      readonly amount: bigint
      /** What the token keeps of it. */
      readonly withheld: bigint | undefined
    }
  /** Coins that were paid to an account of the wrapped coin count as such from here on. */
  | { readonly type: 'sync'; readonly account: string }
  /** What is left of an account goes to `to`. */
  | { readonly type: 'close'; readonly account: string; readonly to: string; readonly authority: string }
  | JupiterStep

type Read = (instruction: Instruction) => Step | undefined

/** Heap and bytes of accounts, which cost nothing of themselves. */
const COSTLESS: readonly (number | undefined)[] = [1, 4]

const budget: Read = ({ data }) => {
  if (data[0] === 2 && data.length === 5) return { type: 'budget', limit: numberAt(data, 1, 4) }
  if (data[0] === 3 && data.length === 9) return { type: 'budget', price: numberAt(data, 1) }
  return COSTLESS.includes(data[0]) && data.length === 5 ? { type: 'budget' } : undefined
}

const opening: Read = ({ data, accounts: [payer, account, owner, mint, system, program] }) => {
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  if (!isCreation || !payer || !account || !owner || !mint) return undefined
  if (system !== SYSTEM_PROGRAM || !isTokenProgram(program ?? '')) return undefined
  return { type: 'open', payer, account, owner, mint }
}

const system: Read = ({ data, accounts: [first, second, third] }) => {
  if (data.length < 12 || !first || !second) return undefined
  const [tag, amount] = [numberAt(data, 0, 4), numberAt(data, 4)]
  if (tag === 2n && data.length === 12) return { type: 'pay', from: first, to: second, amount }
  return tag === 11n && third ? { type: 'paySeeded', base: second, to: third, amount } : undefined
}

const token: Read = ({ program, data, accounts }) => {
  const [first, second, third, fourth] = accounts
  const amount = numberAt(data, 1)
  if (data[0] === 3 && data.length === 9 && accounts.length === 3 && first && second && third) {
    const ends = { source: first, destination: second, authority: third }
    return { type: 'move', ...ends, mint: undefined, amount, withheld: undefined }
  }
  if (data[0] === 12 && data.length === 10 && accounts.length === 4 && first && second && third && fourth) {
    const ends = { source: first, destination: third, authority: fourth }
    return { type: 'move', ...ends, mint: second, amount, withheld: undefined }
  }
  const hasFee = program === TOKEN_2022_PROGRAM && data[0] === 26 && data[1] === 1 && data.length === 19
  if (hasFee && accounts.length === 4 && first && second && third && fourth) {
    const ends = { source: first, destination: third, authority: fourth }
    return { type: 'move', ...ends, mint: second, amount: numberAt(data, 2), withheld: numberAt(data, 11) }
  }
  if (data[0] === 17 && data.length === 1 && first) return { type: 'sync', account: first }
  if (data[0] === 9 && data.length === 1 && accounts.length === 3 && first && second && third) {
    return { type: 'close', account: first, to: second, authority: third }
  }
  return undefined
}

/** @param jupiter the addresses of its programs. @returns undefined where it cannot be said what the instruction does */
export function readStep(instruction: Instruction, jupiter: readonly string[]): Step | undefined {
  const { program } = instruction
  if (program === COMPUTE_BUDGET_PROGRAM) return budget(instruction)
  if (program === ASSOCIATED_TOKEN_PROGRAM) return opening(instruction)
  if (program === SYSTEM_PROGRAM) return system(instruction)
  if (isTokenProgram(program)) return token(instruction)
  return jupiter.includes(program) ? readJupiter(instruction) : undefined
}
