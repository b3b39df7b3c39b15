import { type CaipNetworkId, ModalError } from '@portico/contracts'
import type { Asking } from '../plan.ts'

/** Asks a node of one network. */
export type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

export const asker =
  ({ askNode }: Pick<Asking, 'askNode'>, caipNetworkId: CaipNetworkId, signal: AbortSignal): Ask =>
  (method, ...params) =>
    askNode({ caipNetworkId, method, params }, signal)

export const hex = (value: bigint): `0x${string}` => `0x${value.toString(16)}`

/** A number of JSON-RPC. @throws ModalError `service.invalidAnswer` */
export function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new ModalError('service.invalidAnswer')
}

/** One word, as a contract answers with a number (ABI). Undefined: it has answered something else, or nothing. */
export const wordOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value) ? BigInt(value) : undefined
