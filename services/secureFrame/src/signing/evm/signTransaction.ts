import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Hex } from '@portico/contracts/preview'
import { signHash } from './ecdsa.ts'
import type { FilledTransaction } from './fillTransaction.ts'

export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
}

const quantity = (value: bigint): Uint8Array => {
  const hex = value === 0n ? '' : value.toString(16)
  return hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))
}
const bytes = (hex: Hex | undefined): Uint8Array => hexToBytes(hex?.slice(2) ?? '')

/** Bytes, or a list of them. */
type RlpItem = Uint8Array | readonly RlpItem[]

const [BYTES, LIST] = [0x80, 0xc0]
/** Up to this length in bytes, the first byte contains the length. */
const SHORT = 55

function head(length: number, offset: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(offset + length)
  const size = quantity(BigInt(length))
  return concatBytes(Uint8Array.of(offset + SHORT + size.length), size)
}

/** Recursive length prefix (yellow paper, appendix B). */
function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first = BYTES] = item
    return item.length === 1 && first < BYTES ? item : concatBytes(head(item.length, BYTES), item)
  }
  const inside = concatBytes(...item.map(encodeRlp))
  return concatBytes(head(inside.length, LIST), inside)
}

const [EIP_1559, NO_ACCESS_LIST] = [Uint8Array.of(2), []]

/** Signs by EIP-1559, or by EIP-155 on a network without a base fee. */
export function signTransaction(
  { to, value, data, chainId, gas, maxFeePerGas, maxPriorityFeePerGas, gasPrice }: FilledTransaction,
  nonce: bigint,
  privateKey: Uint8Array,
): SignedTransaction {
  const rest = [quantity(BigInt(gas)), bytes(to), quantity(BigInt(value)), bytes(data)]
  const sealed = (raw: Uint8Array): SignedTransaction => ({
    raw: `0x${bytesToHex(raw)}`,
    hash: `0x${bytesToHex(keccak_256(raw))}`,
  })
  const chain = BigInt(chainId)

  if (maxFeePerGas === undefined) {
    const fields = [quantity(nonce), quantity(BigInt(gasPrice ?? 0)), ...rest]
    const signed = signHash(keccak_256(encodeRlp([...fields, quantity(chain), quantity(0n), quantity(0n)])), privateKey)
    const v = chain * 2n + 35n + BigInt(signed.yParity)
    return sealed(encodeRlp([...fields, quantity(v), quantity(BigInt(signed.r)), quantity(BigInt(signed.s))]))
  }
  const fields = [
    quantity(chain),
    quantity(nonce),
    quantity(BigInt(maxPriorityFeePerGas ?? 0)),
    quantity(BigInt(maxFeePerGas)),
    ...rest,
    NO_ACCESS_LIST,
  ]
  const { r, s, yParity } = signHash(keccak_256(concatBytes(EIP_1559, encodeRlp(fields))), privateKey)
  const whole = [...fields, quantity(BigInt(yParity)), quantity(BigInt(r)), quantity(BigInt(s))]
  return sealed(concatBytes(EIP_1559, encodeRlp(whole)))
}
