import type { Instruction } from './message.ts'
import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'

/** The little-endian bytes of a value. @throws RangeError when the value does not fit */
function littleEndian(value: bigint, bytes: number): number[] {
  if (value < 0n || value >= 1n << BigInt(8 * bytes)) throw new RangeError(`${value} has no room in ${bytes} bytes`)
  return Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

const u64 = (value: bigint) => littleEndian(value, 8)
const u32 = (value: bigint) => littleEndian(value, 4)

/** Sets the transaction's limit of compute units. */
export const unitLimit = (units: bigint): Instruction => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: Uint8Array.from([2, ...u32(units)]),
})

/** Sets the price per compute unit, in millionths of a lamport. */
export const unitPrice = (microLamports: bigint): Instruction => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: Uint8Array.from([3, ...u64(microLamports)]),
})

export const transfer = (from: string, to: string, lamports: bigint): Instruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [
    { address: from, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ],
  data: Uint8Array.from([...u32(2n), ...u64(lamports)]),
})

interface TokenMove {
  readonly program: string
  readonly source: string
  readonly mint: string
  readonly destination: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
  /** The token's transfer fee, if it has one. The transfer fails if the fee has changed by the time it is executed. */
  readonly withheld?: bigint | undefined
}

/** `TransferChecked`, or Token-2022's `TransferCheckedWithFee`. */
export const transferChecked = (move: TokenMove): Instruction => ({
  program: move.program,
  accounts: [
    { address: move.source, isWritable: true },
    { address: move.mint },
    { address: move.destination, isWritable: true },
    { address: move.owner, isSigner: true },
  ],
  data: Uint8Array.from(
    move.withheld === undefined
      ? [12, ...u64(move.amount), move.decimals]
      : [26, 1, ...u64(move.amount), move.decimals, ...u64(move.withheld)],
  ),
})

interface AccountToOpen {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}

/** `CreateIdempotent`, because someone else may open the account in the meantime. */
export const openAccount = ({ payer, account, owner, mint, program }: AccountToOpen): Instruction => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    { address: payer, isSigner: true, isWritable: true },
    { address: account, isWritable: true },
    { address: owner },
    { address: mint },
    { address: SYSTEM_PROGRAM },
    { address: program },
  ],
  data: Uint8Array.of(1),
})
