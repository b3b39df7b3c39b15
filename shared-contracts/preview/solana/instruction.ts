import { lookupTable, type PreviewContext } from '../context.ts'
import type { Finding, Line, Value } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { addressValue, line } from '../values.ts'
import type { AccountKey, Instruction } from './readTransaction.ts'

/** Undefined unless it is certainly a known instruction of the program. */
export type InstructionReader = (instruction: Instruction, context: PreviewContext) => Finding | undefined

/** The account's address, also from a table that the context has. */
export function addressOf(key: AccountKey | undefined, context: PreviewContext): string | undefined {
  if (!key) return undefined
  return 'address' in key ? key.address : lookupTable(context, key.table)?.[key.index]
}

function accountValue(key: AccountKey, context: PreviewContext): Value {
  const address = addressOf(key, context)
  if (address !== undefined) return addressValue(context, address)
  return 'table' in key ? { type: 'lookup', ...key } : addressValue(context, key.address)
}

/** An account from a table that the context lacks is a warning. */
export const accountLine = (labelKey: PreviewMessageKey, key: AccountKey, context: PreviewContext): Line =>
  line(labelKey, accountValue(key, context), addressOf(key, context) === undefined)

/** The owner; anyone but the signer is highlighted. */
export const ownerLine = (key: AccountKey, context: PreviewContext): Line =>
  line('preview.from', accountValue(key, context), addressOf(key, context) !== context.account)

/** A little-endian integer. */
export function unsigned(data: Uint8Array, at: number, size: number): bigint {
  let value = 0n
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(data[at + i] ?? 0)
  return value
}
