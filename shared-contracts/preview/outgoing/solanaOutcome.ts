import { base58Of } from '../bytes.ts'
import type { BalanceChange } from '../description.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'
import type { Outcome } from '../shown/outcome.ts'
import { unsigned } from '../solana/instruction.ts'
import { readSolanaTransaction } from '../solana/readTransaction.ts'
import { TOKEN_PROGRAMS } from '../solana/tokenProgram.ts'
import { bytesOfBase64 } from './describeOutgoing.ts'

/** A token account, of either program: mint, owner and amount come first. */
const [OWNER_AT, AMOUNT_AT, TOKEN_ACCOUNT_BYTES] = [32, 64, 165]

interface Account {
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
}

/** Null: it is not there. Undefined: that was no answer. */
function readAccount(value: unknown): Account | null | undefined {
  if (value === null) return null
  if (!isRecord(value) || typeof value.lamports !== 'number' || typeof value.owner !== 'string') return undefined
  const text = Array.isArray(value.data) ? value.data[0] : undefined
  if (typeof text !== 'string' || !Number.isSafeInteger(value.lamports)) return undefined
  return { lamports: BigInt(value.lamports), owner: value.owner, data: bytesOfBase64(text) }
}

function readAccounts(value: unknown, count: number): readonly (Account | null)[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined
  const accounts = value.map(readAccount)
  return accounts.every((one) => one !== undefined) ? accounts : undefined
}

/** How much of which token is in an account of this owner. */
function tokensIn(
  account: Account | null,
  owner: string,
): { readonly mint: string; readonly amount: bigint } | undefined {
  if (!account || !TOKEN_PROGRAMS.includes(account.owner) || account.data.length < TOKEN_ACCOUNT_BYTES) return undefined
  const { data } = account
  if (base58Of(data.subarray(OWNER_AT, AMOUNT_AT)) !== owner) return undefined
  return { mint: base58Of(data.subarray(0, OWNER_AT)), amount: unsigned(data, AMOUNT_AT, 8) }
}

type States = readonly (Account | null)[]

/** Of the account itself, which comes first, and of its accounts for tokens. */
function changesOf(account: string, before: States, after: States): readonly BalanceChange[] {
  const change = (after[0]?.lamports ?? 0n) - (before[0]?.lamports ?? 0n)
  const tokens = new Map<string, bigint>()
  const count = (states: States, sign: bigint) => {
    for (const state of states) {
      const found = tokensIn(state, account)
      if (found) tokens.set(found.mint, (tokens.get(found.mint) ?? 0n) + sign * found.amount)
    }
  }
  count(before, -1n)
  count(after, 1n)
  return [
    ...(change === 0n ? [] : [{ address: account, change }]),
    ...[...tokens].flatMap(([token, change]) => (change === 0n ? [] : [{ address: account, token, change }])),
  ]
}

const answered = (answer: unknown): unknown => (isRecord(answer) ? answer.value : undefined)

/**
 * Has a node try it out (`simulateTransaction`), and compares what the accounts that it names have before and after.
 * @throws as `ask`
 */
export async function solanaOutcome(transaction: string, account: string, ask: AskNode): Promise<Outcome> {
  const message = readSolanaTransaction(bytesOfBase64(transaction))
  if (!message) return { status: 'notSimulated' }
  const keys = message.instructions.flatMap(({ accounts }) => accounts)
  const named = keys.flatMap((key) => ('address' in key && key.address !== account ? [key.address] : []))
  const addresses = [account, ...new Set(named)]
  const accounts = { encoding: 'base64', commitment: 'confirmed' }
  const [before, answer] = await Promise.all([
    ask('getMultipleAccounts', [addresses, accounts]),
    ask('simulateTransaction', [
      transaction,
      {
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        commitment: 'confirmed',
        accounts: { encoding: 'base64', addresses },
      },
    ]),
  ])
  const found = answered(answer)
  if (!isRecord(found) || found.err === undefined) return { status: 'notSimulated' }
  if (found.err !== null) return { status: 'reverts' }
  const [first, then] = [
    readAccounts(answered(before), addresses.length),
    readAccounts(found.accounts, addresses.length),
  ]
  if (!first || !then) return { status: 'succeeds' }
  const isPartial = keys.some((key) => 'table' in key)
  return { status: 'simulated', changes: changesOf(account, first, then), ...(isPartial && { isPartial }) }
}
