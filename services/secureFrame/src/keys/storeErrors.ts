/** A store has said no. */
export class StoreRefusal extends Error {
  /** @param code of the store, `share.unknown`; nothing else of its answer is kept */
  constructor(
    readonly code: string,
    readonly retryAfterS?: number,
  ) {
    super(`The share store refuses: ${code}`)
    this.name = 'StoreRefusal'
  }
}

/** A store, or the login service that speaks for us there, cannot be reached at present, or answers with what is no answer. */
export class StoreUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The share store cannot be reached', { cause })
    this.name = 'StoreUnavailable'
  }
}

export const isRefusal = (error: unknown, ...codes: readonly string[]): error is StoreRefusal =>
  error instanceof StoreRefusal && codes.includes(error.code)
