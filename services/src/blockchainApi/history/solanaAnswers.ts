import { listOf } from '@portico/contracts/services/listOf'
import { IntegerText } from '@portico/contracts/services/wireText'
import {
  array,
  boolean,
  fallback,
  type InferOutput,
  maxValue,
  nullish,
  object,
  optional,
  pipe,
  regex,
  string,
  unknown,
} from 'valibot'
import { Amount, Count, parsedAccount } from '../answers.ts'
import { DATE_MAX_S } from './historySource.ts'

const Seconds = nullish(pipe(Count, maxValue(DATE_MAX_S)))
const Address = pipe(string(), regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))

/** An entry of https://solana.com/docs/rpc/http/getsignaturesforaddress */
export const SolanaSignature = object({
  signature: string(),
  slot: Count,
  /** `null` if the transaction succeeded. */
  err: unknown(),
  blockTime: Seconds,
})
export type SolanaSignature = InferOutput<typeof SolanaSignature>

export const SolanaTokenAccount = object({
  pubkey: Address,
  account: parsedAccount(object({ mint: string(), tokenAmount: object({ amount: IntegerText }) })),
})

const TokenBalance = object({
  accountIndex: Count,
  mint: string(),
  /** The owner of the token account. */
  owner: nullish(string()),
  uiTokenAmount: object({
    amount: Amount,
    decimals: Count,
  }),
})
const TokenBalances = nullish(array(TokenBalance), [])

/** The node decodes the instructions that it knows; `parsed` is then an object with a type, or a text. */
const Instruction = object({
  programId: string(),
  program: optional(string()),
  parsed: fallback(nullish(object({ type: string(), info: unknown() })), undefined),
})

/**
 * https://solana.com/docs/rpc/http/gettransaction, with `jsonParsed`. Balances are JSON numbers, which are exact up to
 * 2^53; other people's accounts may hold more.
 */
export const SolanaTransaction = object({
  transaction: object({
    message: object({
      accountKeys: array(object({ pubkey: string(), signer: boolean() })),
      instructions: array(Instruction),
    }),
  }),
  meta: object({
    err: unknown(),
    fee: Count,
    preBalances: array(Count),
    postBalances: array(Count),
    preTokenBalances: TokenBalances,
    postTokenBalances: TokenBalances,
    innerInstructions: nullish(array(object({ instructions: listOf(Instruction) })), []),
  }),
})
export type SolanaTransaction = InferOutput<typeof SolanaTransaction>
