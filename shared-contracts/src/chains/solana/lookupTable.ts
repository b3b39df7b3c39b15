import { encodeBase58 } from '../bytes.ts'

/** The program's address, which is the same on every cluster. */
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/** The size of the header in front of the addresses. It begins with the kind of the account, in four bytes. */
const HEADER_BYTES = 56
const KEY_BYTES = 32
const KIND_TABLE = 1

/** The addresses in a lookup table; undefined for any other account. Tables only grow, so an entry never changes. */
export function tableAddresses(account: {
  /** The program that owns the account. */
  readonly owner: unknown
  readonly data: Uint8Array
}): readonly string[] | undefined {
  const { owner, data } = account
  const count = (data.length - HEADER_BYTES) / KEY_BYTES
  const kind = data.subarray(0, 4).reduceRight((sum, byte) => sum * 256 + byte, 0)
  if (owner !== LOOKUP_TABLE_PROGRAM || kind !== KIND_TABLE || count < 0 || !Number.isInteger(count)) return undefined
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * KEY_BYTES
    return encodeBase58(data.subarray(at, at + KEY_BYTES))
  })
}
