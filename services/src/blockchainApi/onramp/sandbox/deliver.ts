export interface Delivery {
  /** As the chain writes it. */
  readonly to: string
  /** Absent: the coin of the chain. */
  readonly token?: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Hands out the test money of one chain. */
export interface Deliver {
  /** Whether the chain knows such an address. Rejects when it does not answer. */
  takes(address: string): Promise<boolean>
  /**
   * Resolves when it has come; rejects when it has not, or nobody knows. Nothing is tried twice.
   * @param onSent hears the id of the transaction
   */
  send(delivery: Delivery, onSent: (txHash: string) => void): Promise<void>
}
