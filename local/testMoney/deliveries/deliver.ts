export interface Delivery {
  /** The address in the chain's spelling. */
  readonly to: string
  /** The chain's coin if absent. */
  readonly token?: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Hands out a chain's test money. */
export interface Deliver {
  /** Whether the address is valid on the chain. Rejects if the chain does not answer. */
  takes(address: string): Promise<boolean>
  /**
   * Resolves when the money has arrived; rejects if it has not, or if the outcome is unknown. Never retries.
   * @param onSent called with the transaction's id
   */
  send(delivery: Delivery, onSent: (txHash: string) => void): Promise<void>
}
