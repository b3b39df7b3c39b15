import type { Hex } from '../../description.ts'

/** @returns undefined unless the value is a `0x` quantity of at most 256 bits */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

export const toQuantity = (value: bigint): Hex => `0x${value.toString(16)}`
