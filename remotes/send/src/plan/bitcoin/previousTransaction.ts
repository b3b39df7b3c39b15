import { ModalError } from '@portico/contracts'

export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

interface Previous {
  /** What its name is the hash of. */
  readonly stripped: Uint8Array
  readonly outputs: readonly { readonly value: bigint; readonly script: Uint8Array }[]
}

const tooShort = () => new ModalError('service.invalidAnswer')

function reader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw tooShort()
    at += count
    return bytes.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  /** Compact size. */
  const size = (): number => {
    const first = take(1)[0] ?? 0
    return first < 0xfd ? first : Number(number(first === 0xfd ? 2 : first === 0xfe ? 4 : 8))
  }
  return { take, number, size, sized: () => take(size()), at: () => at }
}

/** A signed transaction, as it was before SegWit. @throws ModalError `service.invalidAnswer` */
export function withoutWitness(bytes: Uint8Array): Previous {
  const from = reader(bytes)
  from.take(4)
  const hasWitness = bytes[4] === 0 && bytes[5] === 1
  if (hasWitness) from.take(2)
  const begin = from.at()
  for (let left = from.size(); left > 0; left--) {
    from.take(36)
    from.sized()
    from.take(4)
  }
  const outputs: { value: bigint; script: Uint8Array }[] = []
  for (let left = from.size(); left > 0; left--) outputs.push({ value: from.number(8), script: from.sized() })
  const body = bytes.subarray(begin, from.at())
  return { stripped: Uint8Array.from([...bytes.subarray(0, 4), ...body, ...bytes.subarray(-4)]), outputs }
}
