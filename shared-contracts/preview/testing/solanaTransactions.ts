import { decodeBase58, encodeBase58 } from '../../src/chains/bytes.ts'

/** A key whose bytes are all the same. */
export const keyOf = (byte: number): string => encodeBase58(new Uint8Array(32).fill(byte))

export interface TestInstruction {
  readonly program: string
  /** Each account is an address, or the index of a table entry, counted from the end of the keys. */
  readonly accounts: readonly (string | number)[]
  readonly data: readonly number[]
}

interface TestTransaction {
  readonly payer: string
  readonly instructions: readonly TestInstruction[]
  /** With tables, the transaction is a versioned one. */
  readonly tables?: readonly {
    readonly table: string
    readonly writable: readonly number[]
    readonly readonly: readonly number[]
  }[]
}

const compact = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...compact(value >> 7)])
const list = <T>(entries: readonly T[], write: (entry: T) => readonly number[]) => [
  ...compact(entries.length),
  ...entries.flatMap(write),
]
const bytes = (key: string) => [...(decodeBase58(key, 50) ?? [])]

/** The message of a transaction with one signer. */
export function messageBytes({ payer, instructions, tables }: TestTransaction): Uint8Array {
  const named = instructions.flatMap(({ program, accounts }) => [...accounts, program])
  const keys = [...new Set([payer, ...named.filter((account) => typeof account === 'string')])]
  const place = (account: string | number) =>
    typeof account === 'string' ? keys.indexOf(account) : keys.length + account
  return Uint8Array.from([
    ...(tables ? [0x80] : []),
    ...[1, 0, 0],
    ...list(keys, bytes),
    ...new Array<number>(32).fill(7),
    ...list(instructions, ({ program, accounts, data }) => [
      place(program),
      ...list(accounts, (account) => [place(account)]),
      ...list(data, (byte) => [byte]),
    ]),
    ...(tables
      ? list(tables, ({ table, writable, readonly }) => [
          ...bytes(table),
          ...list(writable, (index) => [index]),
          ...list(readonly, (index) => [index]),
        ])
      : []),
  ])
}

/** A transaction with a placeholder for its signature. */
export const transactionBytes = (transaction: TestTransaction): Uint8Array =>
  Uint8Array.from([1, ...new Array<number>(64).fill(0), ...messageBytes(transaction)])

/** The little-endian bytes of the value. */
export const u64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn))
export const u32 = (value: number): number[] => u64(BigInt(value)).slice(0, 4)
