import { maxLength, pipe, regex, string } from 'valibot'

/** Contract code may have 48 kB (EIP-3860), and its arguments may be as long again. */
export const CALL_DATA_MAX = 262_144

/** Bytes as `0x` and hexadecimal, possibly none. */
export const BytesText = pipe(
  string(),
  maxLength(CALL_DATA_MAX, 'is too long'),
  regex(/^0x(?:[\da-f]{2})*$/i, 'must be 0x and bytes in hexadecimal'),
)

export const EvmAddressText = pipe(string(), regex(/^0x[\da-f]{40}$/i, 'must be 0x and 40 hexadecimal digits'))

/** The hash of a transaction or a user operation (rules.md §5). */
export const HashText = pipe(string(), regex(/^0x[\da-f]{64}$/i, 'must be 0x and 64 hexadecimal digits'))

/** A chain id such as `0x1`, as a key in an answer. */
export const HexChainIdText = pipe(string(), regex(/^0x[\da-f]{1,14}$/i, 'must be 0x and a chain id in hexadecimal'))

/** At most 256 bits. */
export const HexQuantityText = pipe(string(), regex(/^0x[\da-f]{1,64}$/i, 'must be 0x and a number in hexadecimal'))

/** An amount in wei: a `0x` quantity (EIP-5792), or the whole number that some clients send. */
export const AmountText = pipe(string(), regex(/^(?:0x[\da-f]{1,64}|0|[1-9]\d{0,77})$/i, 'must be a whole number'))

/** Bytes in base58, as Solana writes them. */
export const base58UpTo = (max: number) =>
  pipe(string(), maxLength(max, 'is too long'), regex(/^[1-9A-HJ-NP-Za-km-z]+$/, 'must be base58'))
