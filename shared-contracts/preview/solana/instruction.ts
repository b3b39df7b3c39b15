import { lookupTable, type PreviewContext } from '../context.ts'
import type { Finding, Line, Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, line } from '../values.ts'
import type { AccountKey, Instruction } from './readTransaction.ts'

/** Undefined unless the instruction is certainly one of the program's known instructions. */
export type InstructionReader = (instruction: Instruction, context: PreviewContext) => Finding | undefined

/** The account's address, which may come from a lookup table in the context. */
export function addressOf(key: AccountKey | undefined, context: PreviewContext): string | undefined {
  if (!key) return undefined
  return 'address' in key ? key.address : lookupTable(context, key.table)?.[key.index]
}

function accountValue(key: AccountKey, context: PreviewContext): Value {
  const address = addressOf(key, context)
  if (address !== undefined) return addressValue(context, address)
  return 'table' in key ? { type: 'lookup', ...key } : addressValue(context, key.address)
}

/** A line for an account, with a warning if it is in a table that the context lacks. */
export const accountLine = (labelKey: PreviewMessageKey, key: AccountKey, context: PreviewContext): Line =>
  line(labelKey, accountValue(key, context), addressOf(key, context) === undefined)

/** A line for the owner. Anyone but the signer is highlighted. */
export const ownerLine = (key: AccountKey, context: PreviewContext): Line =>
  line('preview.from', accountValue(key, context), addressOf(key, context) !== context.account)

/** Reads a little-endian integer. */
export function unsigned(data: Uint8Array, at: number, size: number): bigint {
  let value = 0n
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(data[at + i] ?? 0)
  return value
}
