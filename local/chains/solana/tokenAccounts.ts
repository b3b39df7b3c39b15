import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { isTokenProgram } from './programs.ts'
import type { SvmAccount } from './runtime.ts'

/** The lengths of the data that both token programs share; Token-2022 can append extensions. */
const MINT_BYTES = 82
const ACCOUNT_BYTES = 165
/** With extensions, mints and accounts are both padded to the length of an account, followed by a byte for the kind. */
const KIND_AT = 165
const KIND_MINT = 1
const KIND_ACCOUNT = 2

const STATES = ['uninitialized', 'initialized', 'frozen']

export interface Mint {
  readonly decimals: number
  readonly supply: bigint
  readonly isInitialized: boolean
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
}

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly state: string
  readonly delegate: string | undefined
  readonly delegatedAmount: bigint
  readonly isNative: boolean
}

type Account = Pick<SvmAccount, 'programAddress' | 'data'>

const view = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.length)
const keyAt = (data: Uint8Array, at: number) => encodeBase58(data.subarray(at, at + 32))
const hasExtensions = (data: Uint8Array, kind: number) => data.length > KIND_AT && data[KIND_AT] === kind

/** @returns undefined if the account is not a mint of a token program */
export function readMint({ programAddress, data }: Account): Mint | undefined {
  if (!isTokenProgram(programAddress)) return undefined
  if (data.length !== MINT_BYTES && !hasExtensions(data, KIND_MINT)) return undefined
  const bytes = view(data)
  return {
    mintAuthority: bytes.readUInt32LE(0) ? keyAt(data, 4) : null,
    supply: bytes.readBigUInt64LE(36),
    decimals: bytes.readUInt8(44),
    isInitialized: bytes.readUInt8(45) === 1,
    freezeAuthority: bytes.readUInt32LE(46) ? keyAt(data, 50) : null,
  }
}

/** @returns undefined if the account is not a token account of a token program */
export function readTokenAccount({ programAddress, data }: Account): TokenAccount | undefined {
  if (!isTokenProgram(programAddress)) return undefined
  if (data.length !== ACCOUNT_BYTES && !hasExtensions(data, KIND_ACCOUNT)) return undefined
  const bytes = view(data)
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: bytes.readBigUInt64LE(64),
    delegate: bytes.readUInt32LE(72) ? keyAt(data, 76) : undefined,
    state: STATES[bytes.readUInt8(108)] ?? 'uninitialized',
    isNative: bytes.readUInt32LE(109) === 1,
    delegatedAmount: bytes.readBigUInt64LE(121),
  }
}

/** The data of a mint created without a transaction. */
export function mintBytes({ authority, decimals }: { authority: Uint8Array; decimals: number }): Uint8Array {
  const data = Buffer.alloc(MINT_BYTES)
  data.writeUInt32LE(1, 0)
  data.set(authority, 4)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return data
}

/** An amount in JSON-RPC format: in the smallest unit, and as readable text. */
export function tokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
