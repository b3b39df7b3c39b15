import { Refused } from '../messages/channel.ts'

/** A store refused. */
export class StoreRefusal extends Error {
  /** @param code the store's code, such as `share.unknown`; nothing else of the answer is kept */
  constructor(
    readonly code: string,
    readonly retryAfterS?: number,
  ) {
    super(`The share store refuses: ${code}`)
    this.name = 'StoreRefusal'
  }
}

/** A store, or the login service that vouches for the visitor there, is unreachable or has sent a malformed answer. */
export class StoreUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The share store cannot be reached', { cause })
    this.name = 'StoreUnavailable'
  }
}

export const isRefusal = (error: unknown, ...codes: readonly string[]): error is StoreRefusal =>
  error instanceof StoreRefusal && codes.includes(error.code)

/** What the page gets for a store's error: `notConnected` if the sign-in is too old, else `keyUnavailable`. */
export function storeFailure(error: unknown): unknown {
  if (isRefusal(error, 'session.stale')) return new Refused('notConnected')
  return error instanceof StoreRefusal || error instanceof StoreUnavailable ? new Refused('keyUnavailable') : error
}
