import type { SolanaTransactionRequest } from '@portico/contracts'
import { readSolanaTransaction, type SolanaInstruction } from '@portico/contracts/preview'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  associatedAccount,
  COMPUTE_BUDGET_PROGRAM,
  isTokenProgram,
  PRIORITY_MAX_LAMPORTS,
  SYSTEM_PROGRAM,
} from '@portico/contracts/solana'
import type { Wish } from '../plan/plan.ts'
import { unexpected } from './unexpected.ts'

type Wanted = Pick<Wish, 'bill' | 'account'>

/** The cluster's compute unit limit, which also applies if the transaction sets none. */
const UNITS_MAX = 1_400_000n
const MICROLAMPORTS = 1_000_000n

/** Little-endian. */
const numberIn = (data: Uint8Array, at: number, bytes: number): bigint =>
  data.subarray(at, at + bytes).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** Rejects address lookup tables: their content can change after the check. */
const addressesIn = ({ accounts }: SolanaInstruction): readonly string[] =>
  accounts.map((key) => {
    if ('address' in key) return key.address
    throw unexpected('it uses accounts that can’t be read')
  })

/** From the system program, only `Transfer` is allowed. */
function coinsMoved(instruction: SolanaInstruction, { bill, account }: Wanted): bigint {
  const { data } = instruction
  const [from, to, ...more] = addressesIn(instruction)
  if (data.length !== 12 || numberIn(data, 0, 4) !== 2n || more.length > 0) {
    throw unexpected('we can’t tell what the payment does')
  }
  if (bill.token.address !== undefined) throw unexpected(`the recipient wouldn’t get ${bill.token.symbol}`)
  if (from !== account) throw unexpected('it would take from someone else')
  if (to !== bill.recipient) throw unexpected('someone else would be paid')
  return numberIn(data, 4, 8)
}

/** From the token programs, only `TransferChecked` to the recipient's associated token account is allowed. */
function tokensMoved(instruction: SolanaInstruction, { bill, account }: Wanted): bigint {
  const { data, programId } = instruction
  const { address, symbol, decimals } = bill.token
  const [, mint, destination, owner, ...more] = addressesIn(instruction)
  if (data.length !== 10 || data[0] !== 12 || owner === undefined || more.length > 0) {
    throw unexpected('we can’t tell what the payment does')
  }
  if (address === undefined || mint !== address) throw unexpected(`the recipient wouldn’t get ${symbol}`)
  if (data[9] !== decimals) throw unexpected('the token has different decimals')
  if (owner !== account) throw unexpected('it would take from someone else')
  if (destination !== associatedAccount(bill.recipient, address, programId)) {
    throw unexpected('someone else would be paid')
  }
  return numberIn(data, 1, 8)
}

/** Allows opening only the recipient's associated token account. */
function checkOpening(instruction: SolanaInstruction, { bill, account }: Wanted): void {
  const { data } = instruction
  const [payer, opened, owner, mint, system, program, ...more] = addressesIn(instruction)
  if (data.length !== 1 || data[0] !== 1 || system !== SYSTEM_PROGRAM || !program || more.length > 0) {
    throw unexpected('we can’t tell what the payment does')
  }
  const { address } = bill.token
  if (address === undefined || mint !== address || owner !== bill.recipient || payer !== account) {
    throw unexpected('it would open an account for someone else')
  }
  if (!isTokenProgram(program) || opened !== associatedAccount(owner, address, program)) {
    throw unexpected('it would open an account for someone else')
  }
}

/** The priority fee, in millionths of a lamport. */
function priorityOf(instructions: readonly SolanaInstruction[]): bigint {
  let units = UNITS_MAX
  let price = 0n
  for (const { data } of instructions) {
    if (data.length === 5 && data[0] === 2) units = numberIn(data, 1, 4)
    else if (data.length === 9 && data[0] === 3) price = numberIn(data, 1, 8)
    else throw unexpected('we can’t tell what the payment does')
  }
  return units * price
}

/**
 * Checks a transaction against the bill as the cluster reads it: only the payer signs, the recipient gets exactly the
 * amount due, and nothing else happens except opening the recipient's token account and paying a small priority fee.
 * @throws ModalError `transaction.unexpected`, naming the difference
 */
export function checkSolanaPayment({ transaction }: SolanaTransactionRequest, wanted: Wanted): void {
  const { bill, account } = wanted
  const bytes = Uint8Array.from(atob(transaction), (character) => character.charCodeAt(0))
  const message = readSolanaTransaction(bytes)
  if (!message) throw unexpected('we can’t tell what you’d be signing')
  if (message.signers.length !== 1 || message.signers[0] !== account) {
    throw unexpected('someone else would have to sign it')
  }
  const isBudget = ({ programId }: SolanaInstruction) => programId === COMPUTE_BUDGET_PROGRAM
  if (priorityOf(message.instructions.filter(isBudget)) > PRIORITY_MAX_LAMPORTS * MICROLAMPORTS) {
    throw unexpected('the priority fee is far higher than a payment needs')
  }
  let paid = 0n
  for (const instruction of message.instructions) {
    const { programId } = instruction
    if (programId === SYSTEM_PROGRAM) paid += coinsMoved(instruction, wanted)
    else if (isTokenProgram(programId)) paid += tokensMoved(instruction, wanted)
    else if (programId === ASSOCIATED_TOKEN_PROGRAM) checkOpening(instruction, wanted)
    else if (!isBudget(instruction)) throw unexpected('it calls an unknown program')
  }
  const owed = BigInt(bill.amount)
  if (paid < owed) throw unexpected('it would pay less than is owed')
  if (paid > owed) throw unexpected('it would pay more than is owed')
}
