import { object, optional, safeParse, string, union } from 'valibot'
import { Amount, NumberAmount } from '../answers.ts'
import type { SolanaTransaction } from './solanaAnswers.ts'

/** One transfer instruction, whether or not the transaction succeeded. */
export interface SolanaMove {
  readonly from: string
  readonly to: string
  /** If absent, the coin was transferred. */
  readonly mint?: string
  /** The number of decimal places of the mint. */
  readonly decimals?: number
  readonly amount: bigint
}

/** The System program's instructions `transfer`, `transferWithSeed`, `createAccount` and `createAccountWithSeed`. */
const CoinMove = object({
  source: string(),
  destination: optional(string()),
  newAccount: optional(string()),
  lamports: NumberAmount,
})

/** The instructions `transfer`, `transferChecked` and `transferCheckedWithFee` of both token programs. */
const TokenMove = object({
  source: string(),
  destination: string(),
  amount: optional(Amount),
  tokenAmount: optional(object({ amount: Amount })),
})

const Info = union([CoinMove, TokenMove])

export const instructionsOf = ({ transaction, meta }: SolanaTransaction) => [
  ...transaction.message.instructions,
  ...meta.innerInstructions.flatMap(({ instructions }) => instructions),
]

/** The owners and mints of the token accounts in a transaction. */
export function tokenAccountsOf({ transaction, meta }: SolanaTransaction) {
  const { accountKeys } = transaction.message
  const known = [...meta.preTokenBalances, ...meta.postTokenBalances]
  return new Map(known.map((balance) => [accountKeys[balance.accountIndex]?.pubkey, balance]))
}

/** The transfers that the node has decoded, in the node's order. Token accounts are replaced by their owners. */
export function movesOf(transaction: SolanaTransaction): SolanaMove[] {
  const accounts = tokenAccountsOf(transaction)
  return instructionsOf(transaction).flatMap(({ program, parsed }): SolanaMove[] => {
    if (!parsed || !program) return []
    const { success, output } = safeParse(Info, parsed.info)
    if (!success) return []
    if ('lamports' in output) {
      const to = output.destination ?? output.newAccount
      return program === 'system' && to ? [{ from: output.source, to, amount: output.lamports }] : []
    }
    const amount = output.amount ?? output.tokenAmount?.amount
    const [source, destination] = [output.source, output.destination].map((key) => accounts.get(key))
    const { mint, uiTokenAmount } = source ?? destination ?? {}
    if (!program.startsWith('spl-token') || amount === undefined || !mint || !uiTokenAmount) return []
    const [from, to] = [source?.owner ?? output.source, destination?.owner ?? output.destination]
    return [{ from, to, mint, decimals: uiTokenAmount.decimals, amount }]
  })
}
