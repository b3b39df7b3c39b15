import type { CaipNetworkId } from './caip.ts'

/**
 * How far a payment is. `preparing`: the page of an exchange is being asked for. `blocked`: the browser shows no window.
 * `open`, `closed`: so is the window, and nothing was paid that anybody has heard of. `pending`: a wallet has sent it.
 * `success`: it has been carried out, or the exchange says so. `failed`: nothing more will come of it. `lost`: who knows how
 * far it is does not answer.
 */
export type PaymentPhase = 'preparing' | 'blocked' | 'open' | 'closed' | 'pending' | 'success' | 'failed' | 'lost'

/** What a visitor pays, as far as the host has to know of it. */
export interface PaymentProgress {
  /** Of this one and no other. */
  readonly id: string
  readonly phase: PaymentPhase
  readonly caipNetworkId: CaipNetworkId
  /** As soon as there is a transaction; of an exchange as it says. */
  readonly hash?: string | undefined
  /** Absent: the visitor's own wallet pays. */
  readonly exchange?: { readonly id: string; readonly name: string } | undefined
}
