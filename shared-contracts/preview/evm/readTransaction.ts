import { readAddress, readHex, readQuantity } from '../bytes.ts'
import type { Hex } from '../description.ts'
import { isRecord } from '../isRecord.ts'

export interface Authorization {
  readonly address: Hex
  /** 0 makes the authorization valid on every network (EIP-7702). */
  readonly chainId: bigint
}

export interface Transaction {
  /** Undefined for a contract creation. */
  readonly to: Hex | undefined
  readonly value: bigint
  readonly data: Hex
  readonly from: Hex | undefined
  readonly chainId: bigint | undefined
  readonly authorizations: readonly Authorization[]
  /** The highest fee on top of the value, if the site states one. */
  readonly maxFee: bigint | undefined
}

const isAbsent = (value: unknown) => value === undefined || value === null

/** `null` when a value is present but unreadable. */
const optional = <T>(value: unknown, read: (value: unknown) => T | undefined): T | undefined | null =>
  isAbsent(value) ? undefined : (read(value) ?? null)

function readAuthorization(source: unknown): Authorization | undefined {
  if (!isRecord(source)) return undefined
  const address = readAddress(source.address ?? source.contractAddress)
  const chainId = readQuantity(source.chainId)
  const isTwofold = !isAbsent(source.address) && !isAbsent(source.contractAddress)
  return address && chainId !== undefined && !isTwofold ? { address, chainId } : undefined
}

function readAuthorizations(source: unknown): Authorization[] | undefined {
  if (!Array.isArray(source) || source.length === 0) return undefined
  const read = source.map(readAuthorization).filter((one) => one !== undefined)
  return read.length === source.length ? read : undefined
}

/** Reads an `eth_sendTransaction` transaction; undefined when it is ambiguous. */
export function readTransaction(source: unknown): Transaction | undefined {
  if (!isRecord(source)) return undefined
  const to = optional(source.to === '' || source.to === '0x' ? undefined : source.to, readAddress)
  const [data, input] = [optional(source.data, readHex), optional(source.input, readHex)]
  const from = optional(source.from, readAddress)
  const chainId = optional(source.chainId, readQuantity)
  const value = optional(source.value, readQuantity)
  const gas = optional(source.gas ?? source.gasLimit, readQuantity)
  const price = optional(source.maxFeePerGas ?? source.gasPrice, readQuantity)
  const authorizations = optional(source.authorizationList, readAuthorizations)
  if (to === null || data === null || input === null || from === null || chainId === null) return undefined
  if (value === null || gas === null || price === null || authorizations === null) return undefined
  // Clients use either `data` or `input`. If the two differed, a wallet that reads one of them would sign something
  // that the other does not show.
  if (data !== undefined && input !== undefined && data !== input) return undefined
  const code = data ?? input ?? '0x'
  if (to === undefined && code === '0x') return undefined // an empty contract, or a forgotten receiver
  return {
    to,
    value: value ?? 0n,
    data: code,
    from,
    chainId,
    authorizations: authorizations ?? [],
    maxFee: gas !== undefined && price !== undefined ? gas * price : undefined,
  }
}
