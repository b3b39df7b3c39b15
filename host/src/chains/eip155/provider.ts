import { safely } from '../announced.ts'

/** The part of EIP-1193 that we use. Wallets are untrusted: every answer is checked where it is used. */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

export const isProvider = (value: unknown): value is Eip1193Provider =>
  typeof value === 'object' &&
  value !== null &&
  safely(() => typeof (value as Eip1193Provider).request === 'function') === true
