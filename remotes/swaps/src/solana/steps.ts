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

/** The effect of an instruction in a swap. Addresses are accounts; amounts are in the smallest unit. */
export type Step =
  /** The compute limit, and the priority fee per unit in millionths of a lamport. */
  | { readonly type: 'budget'; readonly limit?: bigint; readonly price?: bigint }
  /** The associated token program only accepts the owner's own account for the token. */
  | {
      readonly type: 'open'
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  /** A SOL transfer. */
  | { readonly type: 'pay'; readonly from: string; readonly to: string; readonly amount: bigint }
  /** A SOL transfer from an account that only `base` controls. */
  | { readonly type: 'paySeeded'; readonly base: string; readonly to: string; readonly amount: bigint }
  | {
      readonly type: 'move'
      readonly source: string
      readonly destination: string
      readonly authority: string
      /** The source's mint if undefined. */
      readonly mint: string | undefined
      readonly amount: bigint
      /** The transfer fee. */
      readonly withheld: bigint | undefined
    }
  /** Counts SOL paid to a wrapped SOL account as tokens. */
  | { readonly type: 'sync'; readonly account: string }
  /** Sends an account's remaining balance to `to`. */
  | { readonly type: 'close'; readonly account: string; readonly to: string; readonly authority: string }
  | JupiterStep

type Read = (instruction: Instruction) => Step | undefined

/** Instructions for heap size and loaded account bytes, which have no cost of their own. */
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

/** @param jupiter the addresses of Jupiter's programs. @returns undefined for an unknown instruction */
export function readStep(instruction: Instruction, jupiter: readonly string[]): Step | undefined {
  const { program } = instruction
  if (program === COMPUTE_BUDGET_PROGRAM) return budget(instruction)
  if (program === ASSOCIATED_TOKEN_PROGRAM) return opening(instruction)
  if (program === SYSTEM_PROGRAM) return system(instruction)
  if (isTokenProgram(program)) return token(instruction)
  return jupiter.includes(program) ? readJupiter(instruction) : undefined
}
