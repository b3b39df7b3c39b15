import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { elementOf, encodeType, type TypedData, type Types } from '@portico/contracts/preview'

type TypedValue = TypedData['message']['value']

const WORD_BITS = 256
const WORD_BYTES = 32

const wordOf = (integer: bigint): Uint8Array =>
  hexToBytes(
    BigInt.asUintN(WORD_BITS, integer)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
  )

/** EIP-712 `encodeData` for one value, in 32 bytes. The preview has read the value as exactly this type. */
function encodeValue(value: TypedValue, type: string, types: Types): Uint8Array {
  const list = elementOf(type)
  if (list) {
    const entries = value as readonly TypedValue[]
    return keccak_256(concatBytes(...entries.map((entry) => encodeValue(entry, list.element, types))))
  }
  if (types.has(type)) return hashStruct(value, type, types)
  if (typeof value === 'bigint') return wordOf(value)
  if (typeof value === 'boolean') return wordOf(value ? 1n : 0n)
  const text = value as string
  if (type === 'string') return keccak_256(utf8ToBytes(text))
  const bytes = hexToBytes(text.slice(2))
  if (type === 'bytes') return keccak_256(bytes)
  const word = new Uint8Array(WORD_BYTES)
  // An address is a number, so it is aligned right; bytes are aligned left.
  word.set(bytes, type === 'address' ? WORD_BYTES - bytes.length : 0)
  return word
}

function hashStruct(value: TypedValue, name: string, types: Types): Uint8Array {
  const source = value as Readonly<Record<string, TypedValue>>
  const members = (types.get(name) ?? []).map((member) => encodeValue(source[member.name] ?? '', member.type, types))
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(encodeType(types, name))), ...members))
}

/** The hash for `eth_signTypedData_v4`, of the same values that the screen shows (EIP-712). */
export const hashTypedData = ({ types, primaryType, domain, message }: TypedData): Uint8Array =>
  keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      hashStruct(domain.value, 'EIP712Domain', types),
      hashStruct(message.value, primaryType, types),
    ),
  )
