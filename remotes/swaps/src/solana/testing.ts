import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { decodeBase58, encodeBase58 } from '@portico/contracts/preview'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import type { AccountInfo } from '@portico/contracts/solana'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '@portico/contracts/solana'
import type { Instruction } from './transaction.ts'

export const CLUSTER = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** An address that differs from others by its first byte. */
export const addressOf = (byte: number): string => encodeBase58(Uint8Array.of(byte, ...Array(31).fill(7)))

export const VISITOR = addressOf(1)
export const DESK = addressOf(2)
export const STRANGER = addressOf(3)
/** Two tokens, and the visitor's accounts for them and for wrapped SOL. */
export const [DOLLARS, POINTS] = [addressOf(10), addressOf(11)]
export const [OWN_DOLLARS, OWN_POINTS, OWN_WRAPPED] = [addressOf(20), addressOf(21), addressOf(22)]
export const [DESK_DOLLARS, DESK_POINTS] = [addressOf(30), addressOf(31)]

export const routers: readonly SwapRouter[] = [
  { address: JUPITER, name: 'Jupiter', kind: 'jupiterV6', networks: [CLUSTER] },
  { address: DESK, name: 'Desk', kind: 'transfers', networks: [CLUSTER] },
]

const bytesOf = (address: string) => [...(decodeBase58(address, 44) ?? [])]

const littleEndian = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const u64 = (value: bigint) => littleEndian(value, 8)

const of = (program: string, data: readonly number[], ...accounts: readonly string[]): Instruction => ({
  program,
  accounts,
  data: Uint8Array.from(data),
})

/** Instructions in their programs' encoding. */
export const does = {
  limit: (units: number) => of(COMPUTE_BUDGET_PROGRAM, [2, ...littleEndian(BigInt(units), 4)]),
  price: (price: bigint) => of(COMPUTE_BUDGET_PROGRAM, [3, ...u64(price)]),
  pay: (from: string, to: string, amount: bigint) => of(SYSTEM_PROGRAM, [2, 0, 0, 0, ...u64(amount)], from, to),
  paySeeded: (from: string, base: string, to: string) =>
    of(SYSTEM_PROGRAM, [11, 0, 0, 0, ...u64(5n), ...u64(0n), ...bytesOf(SYSTEM_PROGRAM)], from, base, to),
  move: (source: string, mint: string, destination: string, owner: string, amount: bigint) =>
    of(TOKEN_PROGRAM, [12, ...u64(amount), 6], source, mint, destination, owner),
  approve: (account: string, spender: string, owner: string) =>
    of(TOKEN_PROGRAM, [4, ...u64(9n)], account, spender, owner),
  close: (account: string, to: string, owner: string) => of(TOKEN_PROGRAM, [9], account, to, owner),
  sync: (account: string) => of(TOKEN_PROGRAM, [17], account),
  open: (payer: string, account: string, owner: string, mint: string) =>
    of(ASSOCIATED_TOKEN_PROGRAM, [1], payer, account, owner, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM),
}

interface Route {
  readonly authority?: string
  readonly source: string
  readonly destination: string
  readonly elsewhere?: string
  readonly sourceMint: string
  readonly destinationMint: string
  readonly amount: bigint
  readonly quoted: bigint
  readonly slippageBps?: bigint
  readonly feeBps?: bigint
  readonly isShared?: boolean
  /** Uses `route`, whose amounts come last. */
  readonly isFirstVersion?: boolean
}

const hex = (text: string) => [...Buffer.from(text, 'hex')]
const ROUTE_PLAN = [1, 0, 0, 0, 7, 100, 0, 1]

/** A Jupiter route over one pool. */
export function route({ authority = VISITOR, slippageBps = 100n, feeBps = 0n, ...wish }: Route): Instruction {
  const { source, destination, elsewhere = JUPITER, sourceMint, destinationMint, amount, quoted } = wish
  if (wish.isFirstVersion) {
    const tail = [...u64(amount), ...u64(quoted), ...littleEndian(slippageBps, 2), 0]
    const accounts = [TOKEN_PROGRAM, authority, source, destination, elsewhere, destinationMint, JUPITER, STRANGER]
    return of(JUPITER, [...hex('e517cb977ae3ad2a'), ...ROUTE_PLAN, ...tail], ...accounts)
  }
  const amounts = [
    ...u64(amount),
    ...u64(quoted),
    ...littleEndian(slippageBps, 2),
    ...littleEndian(feeBps, 2),
    0,
    0,
    ...ROUTE_PLAN,
  ]
  const programs = [TOKEN_PROGRAM, TOKEN_PROGRAM]
  if (wish.isShared) {
    const ends = [STRANGER, authority, source, STRANGER, STRANGER, destination, sourceMint, destinationMint]
    return of(JUPITER, [...hex('d19853937cfed8e9'), 3, ...amounts], ...ends, ...programs, STRANGER, JUPITER)
  }
  const ends = [authority, source, destination, sourceMint, destinationMint, ...programs, elsewhere]
  return of(JUPITER, [...hex('bb64facc31c4af14'), ...amounts], ...ends, STRANGER, JUPITER)
}

interface Written {
  readonly signers: readonly string[]
  readonly instructions: readonly Instruction[]
  /** A lookup table with its content; the addresses in it are written as indexes. */
  readonly table?: { readonly address: string; readonly addresses: readonly string[] }
  /** Signers who have not signed. */
  readonly missing?: readonly string[]
}

/** A service's transaction, in base64. Signatures are placeholders. */
export function written({ signers, instructions, table, missing = [VISITOR] }: Written): string {
  const inTable = table?.addresses ?? []
  const named = instructions.flatMap(({ program, accounts }) => [program, ...accounts])
  const programs = instructions.map(({ program }) => program)
  const direct = named.filter((one) => programs.includes(one) || !inTable.includes(one))
  const keys = [...new Set([...signers, ...direct])]
  const all = [...keys, ...inTable]
  const short = ({ length }: { readonly length: number }) =>
    length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
  const message = [
    ...(table ? [0x80] : []),
    ...[signers.length, 0, 0, keys.length],
    ...keys.flatMap(bytesOf),
    ...Array(32).fill(9),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      all.indexOf(program),
      accounts.length,
      ...accounts.map((one) => all.indexOf(one)),
      ...short(data),
      ...data,
    ]),
    ...(table ? [1, ...bytesOf(table.address), inTable.length, ...inTable.keys(), 0] : []),
  ]
  const signatures = signers.flatMap((one) => Array(64).fill(missing.includes(one) ? 0 : 5))
  return encodeBase64(Uint8Array.from([signers.length, ...signatures, ...message]))
}

export const tableAccount = (owner: string, addresses: readonly string[]): AccountInfo => ({
  lamports: 1n,
  owner,
  executable: false,
  data: Uint8Array.from([1, ...Array(55).fill(0), ...addresses.flatMap(bytesOf)]),
})

/** The bytes of a token account. */
export const tokenAccountBytes = (mint: string, owner: string, amount: bigint): Uint8Array =>
  Uint8Array.from([...bytesOf(mint), ...bytesOf(owner), ...u64(amount), ...Array(36).fill(0), 1, ...Array(56).fill(0)])

/** The bytes of a mint. */
export const mintBytes = (decimals: number): Uint8Array =>
  Uint8Array.from([...Array(44).fill(0), decimals, 1, ...Array(36).fill(0)])
