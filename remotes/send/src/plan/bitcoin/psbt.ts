import { PSBT_MAGIC } from '@portico/contracts/chains/bitcoin/psbt'
import { base64, hex } from '@scure/base'

/** An unsigned PSBT, version 0 (BIP-174, BIP-371). */

export interface PsbtInput {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  /** The script of the spent output. */
  readonly script: Uint8Array
  /**
   * The full previous transaction. If absent, the input includes the value and the script, which the signature covers
   * (BIP-143).
   */
  readonly previous?: Uint8Array | undefined
  /** P2SH-P2WPKH: the preimage of the script hash. */
  readonly redeemScript?: Uint8Array | undefined
  /** Taproot: 32 bytes. */
  readonly internalKey?: Uint8Array | undefined
}

export interface PsbtOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

const littleEndian = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** CompactSize. */
function size(count: number): number[] {
  if (count < 0xfd) return [count]
  return count <= 0xffff ? [0xfd, ...littleEndian(BigInt(count), 2)] : [0xfe, ...littleEndian(BigInt(count), 4)]
}
const sized = (bytes: ArrayLike<number>) => [...size(bytes.length), ...Array.from(bytes)]

const VERSION = 2
/** BIP-125: replaceable by a higher fee until it is in a block. */
const REPLACEABLE = 0xffff_fffdn

const outputBytes = ({ script, value }: PsbtOutput) => [...littleEndian(value, 8), ...sized(script)]

/** The unsigned transaction. */
function unsignedBytes(inputs: readonly PsbtInput[], outputs: readonly PsbtOutput[]): number[] {
  return [
    ...littleEndian(BigInt(VERSION), 4),
    ...size(inputs.length),
    ...inputs.flatMap(({ txid, vout }) => [
      ...hex.decode(txid).reverse(),
      ...littleEndian(BigInt(vout), 4),
      0,
      ...littleEndian(REPLACEABLE, 4),
    ]),
    ...size(outputs.length),
    ...outputs.flatMap(outputBytes),
    ...littleEndian(0n, 4),
  ]
}

const KEY = { unsigned: 0x00, previous: 0x00, spentOutput: 0x01, redeemScript: 0x04, internalKey: 0x17 } as const
const entry = (key: number, value: ArrayLike<number> | undefined) => (value ? [1, key, ...sized(value)] : [])

const inputMap = (input: PsbtInput) => [
  ...entry(KEY.previous, input.previous),
  ...(input.previous ? [] : entry(KEY.spentOutput, outputBytes(input))),
  ...entry(KEY.redeemScript, input.redeemScript),
  ...entry(KEY.internalKey, input.internalKey),
  0,
]

/** The PSBT in base64. */
export function writePsbt(inputs: readonly PsbtInput[], outputs: readonly PsbtOutput[]): string {
  const bytes = [
    ...PSBT_MAGIC,
    ...entry(KEY.unsigned, unsignedBytes(inputs, outputs)),
    0,
    ...inputs.flatMap(inputMap),
    ...outputs.flatMap(() => [0]),
  ]
  return base64.encode(Uint8Array.from(bytes))
}
