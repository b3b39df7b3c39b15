/** The part of EIP-1193 that we use. Wallets are untrusted: every answer is checked where it is used. */
export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

export function isProvider(value: unknown): value is Eip1193Provider {
  try {
    return typeof value === 'object' && value !== null && typeof (value as Eip1193Provider).request === 'function'
  } catch {
    return false // it throws when read
  }
}
