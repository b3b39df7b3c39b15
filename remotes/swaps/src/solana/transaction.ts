import { decodeBase64 } from '@portico/contracts/chains/bytes'
import { tableAddresses } from '@portico/contracts/chains/solana/lookupTable'
import { type AccountKey, readSolanaTransaction } from '@portico/contracts/preview'
import { unexpected } from '../guard/unexpected.ts'
import type { SolanaNode } from './node.ts'

/** An instruction whose accounts are resolved to addresses. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface Transaction {
  /** The fee payer, then the other signers. */
  readonly signers: readonly string[]
  /** The signers who have not signed yet. */
  readonly missing: readonly string[]
  /** The part that is signed. */
  readonly message: Uint8Array
  readonly instructions: readonly Instruction[]
  /** The content of the transaction's lookup tables, as the network has it. */
  readonly tables: Readonly<Record<string, readonly string[]>>
}

type Tables = Transaction['tables']

const SIGNATURE_BYTES = 64

async function tablesOf(keys: readonly AccountKey[], node: Pick<SolanaNode, 'accounts'>): Promise<Tables> {
  const names = [...new Set(keys.flatMap((key) => ('table' in key ? [key.table] : [])))]
  const found = await node.accounts(names)
  return Object.fromEntries(
    names.map((name, index) => {
      const account = found[index]
      return [name, (account && tableAddresses(account)) ?? []]
    }),
  )
}

/**
 * Reads a whole transaction. Lookup tables are read from the node rather than from the builder; tables are append-only,
 * so an entry never changes.
 * @param text base64
 * @throws ModalError `transaction.unexpected` if it is unreadable, and what the node throws
 */
export async function readTransaction(text: string, node: Pick<SolanaNode, 'accounts'>): Promise<Transaction> {
  const bytes = decodeBase64(text)
  const read = bytes && readSolanaTransaction(bytes)
  if (!bytes || !read) throw unexpected('the service didn’t return a transaction')
  const { signers } = read
  const signatureOf = (index: number) => bytes.subarray(1 + index * SIGNATURE_BYTES, 1 + (index + 1) * SIGNATURE_BYTES)
  const tables = await tablesOf(
    read.instructions.flatMap(({ accounts }) => accounts),
    node,
  )
  const addressOf = (key: AccountKey): string => {
    const address = 'address' in key ? key.address : tables[key.table]?.[key.index]
    if (address === undefined) throw unexpected('we can’t tell which accounts the swap uses')
    return address
  }
  return {
    signers,
    missing: signers.filter((_, index) => signatureOf(index).every((byte) => byte === 0)),
    message: bytes.subarray(1 + signers.length * SIGNATURE_BYTES),
    instructions: read.instructions.map(({ programId, accounts, data }) => ({
      program: programId,
      accounts: accounts.map(addressOf),
      data,
    })),
    tables,
  }
}
