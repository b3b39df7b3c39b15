import type { CaipNetworkId } from '@portico/contracts'
import { type Address, bytesToHex, getAddress, type Hex, hexToBytes, isAddress } from 'viem'
import { readTrace, type Trace } from './exactOutput.ts'

/**
 * The content of our request ids. It is enough for any process to answer, even after a restart. It contains no secret,
 * and a made-up id only causes a search of the chain.
 */
export interface TransferRequest {
  readonly caipNetworkId: CaipNetworkId
  /** The newest block at the quote: the payment comes later. */
  readonly block: bigint
  readonly payer: Address
  /** The paying call. */
  readonly data: Hex
  readonly trace: Trace
}

const PREFIX = 'swap'
const SHAPE = /^swap\.([1-9]\d{0,31})\.(\d{1,15})\.(0x[\da-fA-F]{40})\.([-\w]{1,2000})$/

export function writeRequestId({ caipNetworkId, block, payer, data }: Omit<TransferRequest, 'trace'>): string {
  const reference = caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)
  return [PREFIX, reference, block, payer, Buffer.from(hexToBytes(data)).toString('base64url')].join('.')
}

/** @returns undefined for an id that is not ours */
export function readRequestId(text: string): TransferRequest | undefined {
  const [, reference, block = '', payer = '', call = ''] = SHAPE.exec(text) ?? []
  if (!reference || !isAddress(payer, { strict: false })) return undefined
  const data = bytesToHex(Buffer.from(call, 'base64url'))
  const trace = readTrace(data)
  return trace && { caipNetworkId: `eip155:${reference}`, block: BigInt(block), payer: getAddress(payer), data, trace }
}
