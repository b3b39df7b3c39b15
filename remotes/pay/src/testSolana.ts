import type { ActingCommands } from '@portico/contracts'
import {
  addressBytes,
  associatedAccount,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '@portico/contracts/solana'
import type { Bill, BillToken } from './bill/bill.ts'

/** The payer: `SOLANA_ADDRESS` of the fixtures. */
export const SOLANA_PAYER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
/** `OTHER_SOLANA_ADDRESS` of the fixtures. */
export const SOLANA_SHOP = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
export const SOLANA_THIEF = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
export const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const OTHER_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
export const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
export const SIGNATURE = '5'.repeat(88)

export const sol: BillToken = { name: 'Solana', symbol: 'SOL', decimals: 9 }
export const coinUsd: BillToken = { address: MINT, name: 'USDC', symbol: 'USDC', decimals: 6 }

/** 0.25 SOL, to the shop. */
export const solBill: Bill = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  recipient: SOLANA_SHOP,
  amount: '250000000',
  token: sol,
}
/** 12.5 dollars. */
export const mintBill: Bill = { ...solBill, amount: '12500000', token: coinUsd }

const RENT = 890_880
const TOKEN_RENT = 2_039_280

const u64 = (value: bigint) => Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const zeros = (count: number) => Array<number>(count).fill(0)
const keyOf = (address: string) => [...(addressBytes(address) ?? [])]
const base64Of = (bytes: readonly number[]) => Buffer.from(Uint8Array.from(bytes)).toString('base64')

const mintOf = (decimals: number) => [...zeros(44), decimals, 1, ...zeros(36)]
/** Adds a transfer fee of 2.5 %. */
const withFee = (mint: readonly number[]) => {
  const fee = [...zeros(8), ...u64(1_000_000n), 250, 0]
  return [...mint, ...zeros(83), 1, 1, 0, 108, 0, ...zeros(72), ...fee, ...fee]
}
const tokensOf = (owner: string, amount: bigint) => [
  ...keyOf(MINT),
  ...keyOf(owner),
  ...u64(amount),
  ...zeros(36),
  1,
  ...zeros(56),
]

interface Cluster {
  /** The payer's balance. */
  readonly lamports?: number
  /** The payer's token balance, in the smallest unit. */
  readonly tokens?: bigint
  readonly decimals?: number
  /** Whether the token is a Token-2022 token with a transfer fee. */
  readonly keepsPart?: boolean
  /** Owner of the recipient's account; `null` if no account exists. */
  readonly recipientOwner?: string | null
  /** Owner of the recipient's token account; absent if there is none. */
  readonly openedFor?: string
  /** The error of every simulation. */
  readonly failure?: unknown
  /** The executed transaction that a node returns for any signature; `null` if it is not in a block. */
  readonly executed?: unknown
}

/** A node of a cluster in this state. */
export function clusterOf({
  lamports = 2_000_000_000,
  tokens = 100_000_000n,
  decimals = 6,
  keepsPart = false,
  recipientOwner = SYSTEM_PROGRAM,
  openedFor,
  failure = null,
  executed = null,
}: Cluster = {}): Pick<ActingCommands, 'askNode'> {
  const program = keepsPart ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const account = (owner: string, bytes: readonly number[] = [], own = RENT) => ({
    lamports: own,
    owner,
    executable: false,
    data: [base64Of(bytes), 'base64'],
  })
  const accounts: Readonly<Record<string, object | null>> = {
    [SOLANA_PAYER]: account(SYSTEM_PROGRAM, [], lamports),
    [SOLANA_SHOP]: recipientOwner === null ? null : account(recipientOwner),
    [MINT]: account(program, keepsPart ? withFee(mintOf(decimals)) : mintOf(decimals)),
    ...(openedFor !== undefined && {
      [associatedAccount(SOLANA_SHOP, MINT, program)]: account(program, tokensOf(openedFor, 0n)),
    }),
  }
  const answers: Readonly<Record<string, unknown>> = {
    getAccountInfo: { value: { data: { parsed: { type: 'mint', info: { decimals } } } } },
    getTokenAccountsByOwner: {
      value: [
        {
          pubkey: associatedAccount(SOLANA_PAYER, MINT, program),
          account: account(program, tokensOf(SOLANA_PAYER, tokens)),
        },
      ],
    },
    getLatestBlockhash: { value: { blockhash: BLOCKHASH, lastValidBlockHeight: 150 } },
    getRecentPrioritizationFees: [],
    getEpochInfo: { epoch: 5 },
    simulateTransaction: { value: { err: failure, logs: [], unitsConsumed: 450 } },
    getFeeForMessage: { value: 5_000 },
    getTransaction: executed,
  }
  return {
    async askNode({ method, params = [] }) {
      if (method === 'getMultipleAccounts') {
        return { value: (params[0] as string[]).map((address) => accounts[address] ?? null) }
      }
      if (method === 'getMinimumBalanceForRentExemption') return params[0] === 0 ? RENT : TOKEN_RENT
      return answers[method]
    },
  }
}
