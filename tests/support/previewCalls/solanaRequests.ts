import type { PreviewContext, PreviewRequest } from '../../../shared-contracts/preview/index.ts'
import {
  keyOf,
  messageBytes,
  type TestInstruction,
  transactionBytes,
  u32,
  u64,
} from '../../../shared-contracts/preview/testing/solanaTransactions.ts'
import { encodeBase58 } from '../../../shared-contracts/src/chains/bytes.ts'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const COMPUTE = 'ComputeBudget111111111111111111111111111111'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const [ME, FRIEND, MINE, THEIRS, THIEF] = [1, 2, 3, 4, 5].map(keyOf) as [string, string, string, string, string]
const TABLE = keyOf(9)
const WITHOUT_END = (1n << 64n) - 1n
const keyBytes = (byte: number) => new Array<number>(32).fill(byte)

/** Solana, with an account that has dollars. */
export const SOLANA: PreviewContext = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  account: ME,
  native: { symbol: 'SOL', decimals: 9 },
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
  origin: 'https://shop.example',
  familiar: [FRIEND],
}

interface Asked extends PreviewRequest {
  readonly name: string
}

const signs = (name: string, ...instructions: readonly TestInstruction[]): Asked => ({
  name,
  method: 'solana_signAndSendTransaction',
  params: { transaction: encodeBase58(transactionBytes({ payer: ME, instructions })) },
})
const on = (program: string, accounts: TestInstruction['accounts'], data: readonly number[]): TestInstruction => ({
  program,
  accounts,
  data,
})
const pay = (to: string, lamports: bigint) => on(SYSTEM, [ME, to], [...u32(2), ...u64(lamports)])
const says = (name: string, bytes: Uint8Array): Asked => ({
  name,
  method: 'solana_signMessage',
  params: { message: encodeBase58(bytes), pubkey: ME },
})
const text = (words: string) => new TextEncoder().encode(words)

/** Solana requests. */
export const solanaRequests: readonly Asked[] = [
  signs('lamports to a friend', pay(FRIEND, 1_500_000_000n)),
  signs('lamports to the program that has no key', pay(SYSTEM, 5n)),
  signs('two payments at once', pay(FRIEND, 5n), pay(THIEF, 6n)),
  signs(
    'a payment with a note and a fee of its own',
    on(COMPUTE, [], [2, ...u32(200_000)]),
    on(COMPUTE, [], [3, ...u64(10_000n)]),
    pay(FRIEND, 5n),
    on(MEMO, [ME], [...text('order 7')]),
  ),
  signs('tokens of Solana to a friend', on(TOKEN, [MINE, USDC, THEIRS, ME], [12, ...u64(5_000_000n), 6])),
  signs(
    'tokens to a friend who has no account for them',
    on(ASSOCIATED, [ME, THEIRS, FRIEND, USDC, SYSTEM, TOKEN], [1]),
    on(TOKEN, [MINE, USDC, THEIRS, ME], [12, ...u64(5_000_000n), 6]),
  ),
  signs(
    'tokens with a transfer fee',
    on(TOKEN_2022, [MINE, USDC, THEIRS, ME], [26, 1, ...u64(5_000_000n), 6, ...u64(50_000n)]),
  ),
  signs('tokens of an unspecified mint', on(TOKEN, [MINE, THEIRS, ME], [3, ...u64(5_000_000n)])),
  signs('an allowance of five dollars', on(TOKEN, [MINE, USDC, FRIEND, ME], [13, ...u64(5_000_000n), 6])),
  signs('an unlimited allowance on Solana', on(TOKEN, [MINE, USDC, THIEF, ME], [13, ...u64(WITHOUT_END), 6])),
  signs('an allowance for an unspecified mint', on(TOKEN, [MINE, THIEF, ME], [4, ...u64(WITHOUT_END)])),
  signs('an allowance revoked on Solana', on(TOKEN, [MINE, ME], [5])),
  signs('a token account given a new owner', on(TOKEN, [MINE, ME], [6, 2, 1, ...keyBytes(5)])),
  signs('the account itself given to a program', on(SYSTEM, [ME], [...u32(1), ...keyBytes(5)])),
  signs('a token account closed', on(TOKEN, [MINE, ME, ME], [9])),
  signs('a token account closed for someone else', on(TOKEN, [MINE, THIEF, ME], [9])),
  signs('an unknown program', on(THIEF, [ME, MINE], [1, 2, 3])),
  signs('a payment that never expires', on(SYSTEM, [MINE, FRIEND, ME], u32(4)), pay(FRIEND, 5n)),
  signs('a token that its issuer can take everywhere', on(TOKEN_2022, [USDC], [35, ...keyBytes(5)])),
  signs('a token whose transfers run a program', on(TOKEN_2022, [USDC], [36, 0, ...keyBytes(1), ...keyBytes(5)])),
  {
    name: 'a payment to an address in a lookup table',
    method: 'solana_signTransaction',
    params: {
      transaction: encodeBase58(
        transactionBytes({
          payer: ME,
          instructions: [on(SYSTEM, [ME, 0], [...u32(2), ...u64(5n)])],
          tables: [{ table: TABLE, writable: [4], readonly: [] }],
        }),
      ),
    },
  },
  {
    name: 'a transaction that someone else pays for and the account has no part in',
    method: 'solana_signTransaction',
    params: {
      transaction: encodeBase58(transactionBytes({ payer: FRIEND, instructions: [on(MEMO, [], [...text('hi')])] })),
    },
  },
  {
    name: 'several transactions to sign',
    method: 'solana_signAllTransactions',
    params: {
      transactions: [5n, 6n].map((lamports) =>
        encodeBase58(transactionBytes({ payer: ME, instructions: [pay(FRIEND, lamports)] })),
      ),
    },
  },
  says('a message of Solana', text('Hello, fern.')),
  says(
    'a sign-in of Solana for another site',
    text(
      `bank.example wants you to sign in with your Solana account:\n${ME}\n\nURI: https://bank.example\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`,
    ),
  ),
  says('a message that is a transaction', messageBytes({ payer: ME, instructions: [pay(THIEF, 5n)] })),
]
