import type { CaipNetworkId } from './caip.ts'

/**
 * The progress of a payment. `preparing`: the exchange's page is being requested. `blocked`: the browser blocked the
 * window. `open`, `closed`: the window's state, with no known payment. `pending`: a wallet has sent it. `success`: it
 * was executed, or the exchange says so. `failed`: final. `lost`: its status is unavailable.
 */
export type PaymentPhase = 'preparing' | 'blocked' | 'open' | 'closed' | 'pending' | 'success' | 'failed' | 'lost'

/** A visitor's payment, as far as the host needs it. */
export interface PaymentProgress {
  /** Unique to this payment. */
  readonly id: string
  readonly phase: PaymentPhase
  readonly caipNetworkId: CaipNetworkId
  /** Present once there is a transaction; an exchange's is as it reports. */
  readonly hash?: string | undefined
  /** Absent: the visitor's own wallet pays. */
  readonly exchange?: { readonly id: string; readonly name: string } | undefined
}
