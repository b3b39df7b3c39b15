import { ModalError } from '@portico/contracts'
import { decodeHex, encodeHex, joinBytes } from '../bytes.ts'
import { type EvmNode, wordOf } from './node.ts'

/** OP Mainnet and Base also charge for the bytes on Ethereum. https://docs.optimism.io/stack/transactions/fees */
const WITH_DATA_FEE: readonly string[] = ['10', '8453']

/** These networks' GasPriceOracle contract, whose function is `getL1Fee(bytes)`. */
const ORACLE = '0x420000000000000000000000000000000000000F'
const GET_L1_FEE = '0x49948e0e'

/** A margin, because the price follows Ethereum's until the transaction is executed. */
const MARGIN_PERCENT = 25n

/** A smart account's operation has about this many times the bytes of its call. */
const OPERATION_TIMES = 8n

/** A stand-in for the nonce, the gas limit and the prices, longer than any real one. */
const NUMBER = Uint8Array.of(0xa3, 0xf1, 0x9c, 0x5b, 0x7d)

export interface DataFeeOf {
  readonly to: string
  readonly value: bigint
  /** `0x` and bytes in hexadecimal. */
  readonly data?: string | undefined
  readonly isSmartAccount?: boolean | undefined
}

/** The bytes of a number, big-endian and without leading zeros: in RLP, zero has no bytes. */
function bytesOfNumber(value: bigint): Uint8Array {
  const text = value === 0n ? '' : value.toString(16)
  return decodeHex(text.padStart(text.length + (text.length % 2), '0'))
}

function rlpHead(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const bytes = bytesOfNumber(BigInt(length))
  return Uint8Array.of(offset + 55 + bytes.length, ...bytes)
}
const rlpBytes = (bytes: Uint8Array) =>
  bytes.length === 1 && (bytes[0] ?? 0) < 0x80 ? bytes : joinBytes(rlpHead(0x80, bytes.length), bytes)
const rlpList = (items: readonly Uint8Array[]) => {
  const content = joinBytes(...items)
  return joinBytes(rlpHead(0xc0, content.length), content)
}

/** An EIP-1559 transaction without a signature, whose size the oracle itself adds. */
export function unsignedTransaction(chainId: bigint, { to, value, data = '0x' }: DataFeeOf): Uint8Array {
  const fields = [bytesOfNumber(chainId), NUMBER, NUMBER, NUMBER, NUMBER]
  const call = [decodeHex(to.slice(2)), bytesOfNumber(value), decodeHex(data.slice(2))]
  return joinBytes(Uint8Array.of(2), rlpList([...[...fields, ...call].map(rlpBytes), rlpList([])]))
}

const hexOfCount = (count: number) => count.toString(16)

/**
 * The most wei that a transaction costs in addition to its gas; 0 on most networks.
 * @param id the chain id
 * @throws ModalError `service.invalidAnswer`, and whatever `node` throws
 */
export async function dataFee(
  id: number | string,
  transaction: DataFeeOf,
  node: Pick<EvmNode, 'word'>,
): Promise<bigint> {
  if (!WITH_DATA_FEE.includes(String(id))) return 0n
  const bytes = encodeHex(unsignedTransaction(BigInt(id), transaction))
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const data = `${GET_L1_FEE}${wordOf('20')}${wordOf(hexOfCount(bytes.length / 2))}${padded}`
  const fee = await node.word(ORACLE, data)
  if (fee === undefined) throw new ModalError('service.invalidAnswer')
  const atMost = (fee * (100n + MARGIN_PERCENT) + 99n) / 100n
  return atMost * (transaction.isSmartAccount ? OPERATION_TIMES : 1n)
}
