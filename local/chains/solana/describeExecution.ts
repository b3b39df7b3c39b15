import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { MEMO_PROGRAM } from './programs.ts'
import type { ReadMessage, TableLookup } from './readTransaction.ts'
import type { SvmAccount, SvmMetadata } from './runtime.ts'
import { readMint, readTokenAccount, tokenAmount } from './tokenAccounts.ts'

/** Undefined for an account that does not exist or has been emptied. */
export type ReadAccount = (address: string) => SvmAccount | undefined

export interface LoadedAddresses {
  readonly writable: readonly string[]
  readonly readonly: readonly string[]
}

/** Offset of the addresses in an address lookup table. */
const TABLE_HEADER_BYTES = 56

/** The addresses that a transaction loads from lookup tables. */
export function loadAddresses(lookups: readonly TableLookup[], readAccount: ReadAccount): LoadedAddresses {
  const take = (indexesOf: (lookup: TableLookup) => readonly number[]) =>
    lookups.flatMap((lookup) => {
      const data = readAccount(lookup.accountKey)?.data ?? new Uint8Array()
      return indexesOf(lookup).map((index) => {
        const at = TABLE_HEADER_BYTES + 32 * index
        return encodeBase58(data.subarray(at, at + 32))
      })
    })
  return {
    writable: take(({ writableIndexes }) => writableIndexes),
    readonly: take(({ readonlyIndexes }) => readonlyIndexes),
  }
}

/** Balances of a transaction's accounts, taken before and after it. */
export function snapshot(keys: readonly string[], readAccount: ReadAccount) {
  const accounts = keys.map(readAccount)
  return {
    balances: accounts.map((account) => Number(account?.lamports ?? 0n)),
    tokenBalances: accounts.flatMap((account, accountIndex) => {
      const token = account && readTokenAccount(account)
      if (!token) return []
      const mint = readAccount(token.mint)
      const decimals = (mint && readMint(mint)?.decimals) ?? 0
      const { mint: mintAddress, owner, amount } = token
      const programId = account.programAddress
      return [{ accountIndex, mint: mintAddress, owner, programId, uiTokenAmount: tokenAmount(amount, decimals) }]
    }),
  }
}

export const innerInstructions = (metadata: SvmMetadata) =>
  metadata
    .innerInstructions()
    .map((calls, index) => ({
      index,
      instructions: calls.map((call) => {
        const instruction = call.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: encodeBase58(instruction.data()),
          stackHeight: call.stackHeight(),
        }
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0)

export function returnData(metadata: SvmMetadata) {
  const answered = metadata.returnData()
  const data = Buffer.from(answered.data())
  if (data.length === 0) return null
  return { programId: encodeBase58(answered.programId()), data: [data.toString('base64'), 'base64'] as const }
}

/** A transaction's memos in the format of `getSignaturesForAddress`, each prefixed with its length in bytes. */
export function memoOf({ instructions }: ReadMessage, keys: readonly string[]): string | null {
  const memos = instructions
    .filter(({ programIdIndex }) => keys[programIdIndex] === MEMO_PROGRAM)
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString()}`)
  return memos.join('; ') || null
}
