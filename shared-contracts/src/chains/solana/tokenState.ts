import { encodeBase58 } from '../bytes.ts'
import { isTokenProgram, TOKEN_2022_PROGRAM } from './programs.ts'

/** The account layout of both token programs, and the extensions that Token-2022 appends. */

const MINT_BYTES = 82
const ACCOUNT_BYTES = 165
/** Values of the byte after a mint or a token account that says which of the two it is. */
const KIND = { mint: 1, account: 2 } as const
/** Extensions have the same offset in mints and token accounts: they follow the account type. */
const EXTENSIONS_AT = ACCOUNT_BYTES + 1

/** Numbers of `ExtensionType` in https://github.com/solana-program/token-2022. */
const EXTENSION = { transferFee: 1, nonTransferable: 9, transferHook: 14 } as const

const number = (bytes: Uint8Array, at: number, length = 8): bigint =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

const addressAt = (bytes: Uint8Array, at: number): string => encodeBase58(bytes.subarray(at, at + 32))

/** A transfer fee, which applies from an epoch on. */
interface TransferFee {
  readonly epoch: bigint
  /** The highest fee, in the token's smallest unit. */
  readonly most: bigint
  /** The rate, in hundredths of a percent. */
  readonly basisPoints: bigint
}

export interface Mint {
  readonly decimals: number
  /** In the token's smallest unit. */
  readonly supply: bigint
  /** The older fee, then the newer one. Absent for a token without transfer fees. */
  readonly transferFees?: readonly [TransferFee, TransferFee]
  /** True when the token cannot be transferred, or only with accounts that its own program names. */
  readonly isBound: boolean
  /** The size, in bytes, of the token's accounts. */
  readonly accountBytes: number
}

function extensionsOf(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (let at = EXTENSIONS_AT; at + 4 <= bytes.length; ) {
    const type = Number(number(bytes, at, 2))
    const length = Number(number(bytes, at + 2, 2))
    if (type === 0) break // the rest is padding
    found.set(type, bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

const feeAt = (bytes: Uint8Array, at: number): TransferFee => ({
  epoch: number(bytes, at),
  most: number(bytes, at + 8),
  basisPoints: number(bytes, at + 16, 2),
})

/** How many bytes a mint's extension adds to each of the token's accounts: four for type and length, and its data. */
const ACCOUNT_EXTENSIONS: readonly (readonly [mint: number, bytes: number])[] = [
  [EXTENSION.transferFee, 12],
  [EXTENSION.nonTransferable, 4],
  [EXTENSION.transferHook, 5],
  [26, 4], // pausable
]

/** @param owner the program that owns the account @returns undefined unless the account is an initialized mint */
export function readMint(bytes: Uint8Array, owner: string): Mint | undefined {
  const isExtended = owner === TOKEN_2022_PROGRAM
  const hasExtensions = isExtended && bytes.length > EXTENSIONS_AT && bytes[ACCOUNT_BYTES] === KIND.mint
  if (!isTokenProgram(owner) || (bytes.length !== MINT_BYTES && !hasExtensions)) return undefined
  if (bytes[45] !== 1) return undefined
  const known = { decimals: bytes[44] ?? 0, supply: number(bytes, 36) }
  if (!isExtended) return { ...known, isBound: false, accountBytes: ACCOUNT_BYTES }

  const extensions = extensionsOf(bytes)
  const fee = extensions.get(EXTENSION.transferFee)
  // The program comes after the hook's authority.
  const hook = extensions.get(EXTENSION.transferHook)?.subarray(32, 64)
  const added = ACCOUNT_EXTENSIONS.reduce((sum, [type, size]) => sum + (extensions.has(type) ? size : 0), 0)
  return {
    ...known,
    // The fees come after two authorities and the amount withheld at the mint.
    ...(fee && { transferFees: [feeAt(fee, 72), feeAt(fee, 90)] as const }),
    isBound: extensions.has(EXTENSION.nonTransferable) || (hook?.some((byte) => byte !== 0) ?? false),
    // An account opened by the associated token program can never change its owner. This is an extension without data.
    accountBytes: EXTENSIONS_AT + 4 + added,
  }
}

/** The fee that the token withholds from a transfer in this epoch. It is rounded up, as by the token program. */
export function withheldOf(amount: bigint, { transferFees }: Mint, epoch: bigint): bigint | undefined {
  if (!transferFees) return undefined
  const [older, newer] = transferFees
  const { basisPoints, most } = epoch >= newer.epoch ? newer : older
  const part = (amount * basisPoints + 9_999n) / 10_000n
  return part > most ? most : part
}

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly isFrozen: boolean
}

const FROZEN = 2

/** Undefined when the bytes are not an initialized token account. */
export function readTokenAccount(bytes: Uint8Array): TokenAccount | undefined {
  const isOne =
    bytes.length === ACCOUNT_BYTES || (bytes.length > EXTENSIONS_AT && bytes[ACCOUNT_BYTES] === KIND.account)
  const state = bytes[108]
  if (!isOne || !state) return undefined
  return {
    mint: addressAt(bytes, 0),
    owner: addressAt(bytes, 32),
    amount: number(bytes, 64),
    isFrozen: state === FROZEN,
  }
}
