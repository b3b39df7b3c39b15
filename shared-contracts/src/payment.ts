import type { CaipNetworkId } from './caip.ts'

/**
 * The progress of a payment. `preparing`: the exchange's page is being requested. `blocked`: the browser blocked the
 * window. `open`, `closed`: the window is open or closed, and no payment is known. `pending`: a wallet has sent it.
 * `success`: it was executed, or the exchange reports that. `failed`: it failed, and this is final. `lost`: its status
 * is not available.
 */
export type PaymentPhase = 'preparing' | 'blocked' | 'open' | 'closed' | 'pending' | 'success' | 'failed' | 'lost'

/** A visitor's payment, with the fields that the host needs. */
export interface PaymentProgress {
  /** A different id for each payment. */
  readonly id: string
  readonly phase: PaymentPhase
  readonly caipNetworkId: CaipNetworkId
  /** Present once there is a transaction. For a payment through an exchange, it is the hash the exchange reports. */
  readonly hash?: string | undefined
  /** Absent when the visitor's own wallet pays. */
  readonly exchange?: { readonly id: string; readonly name: string } | undefined
}
