import type { CaipNetworkId } from '@portico/contracts'
import type { OnrampProviderId, OnrampQuote, OnrampUrl, PaymentCurrency } from '@portico/contracts/services/onramp'
import type { Hono } from 'hono'
import type { Parts } from '../parts.ts'

/** The buyer, and the origin that serves the page. */
interface Buyer {
  /** The address as the network of the asset writes it. */
  readonly address: string
  readonly userId: string
  /** The origin of this service. */
  readonly origin: string
}

export interface Quoted {
  readonly caipNetworkId: CaipNetworkId
  readonly amounts: Omit<OnrampQuote, 'quoteId'>
  /**
   * Opens a page on which the quote is paid.
   * @throws ServiceError `address.malformed`, `onramp.limit`, `onramp.unavailable`, `onramp.noQuote`
   */
  open(buyer: Buyer, signal: AbortSignal): Promise<OnrampUrl>
}

export interface Payment {
  /** A currency that the provider accepts (ISO 4217). */
  readonly currency: string
  /** The amount with all fees, with at most two decimal places and within the limits of the currency. */
  readonly amount: string
}

/** An asset that is for sale on one network at the time of the request. */
export interface OfferedAsset {
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  readonly name: string
  /** The address in wire format; for the coin of a network, the address that clients use for the coin. */
  readonly contractAddress: string
  readonly networkName: string
  /** @throws ServiceError `onramp.unavailable`, `onramp.noQuote` */
  quote(payment: Payment, signal: AbortSignal): Promise<Quoted>
  /** The price in US dollars, with all fees, of a number of coins, not of smallest units. Absent if unsupported. */
  dollarsFor?(coins: number): string
}

export interface Offers {
  /** The accepted currencies, with the minimum and maximum per purchase. */
  readonly currencies: readonly PaymentCurrency[]
  readonly assets: readonly OfferedAsset[]
}

/** The offers of one provider. */
export interface Sale extends Offers {
  readonly seller: Pick<OnrampProvider, 'id' | 'name' | 'feeRange'>
}

/** Sells coins for money. */
export interface OnrampProvider {
  readonly id: OnrampProviderId
  readonly name: string
  /** The fee as a percentage of the payment: `1-2%`. */
  readonly feeRange: string
  /** @throws ServiceError `onramp.unavailable` */
  offers(signal: AbortSignal): Promise<Offers>
}

/** A provider that is not part of the services. */
export interface AddedProvider {
  readonly provider: OnrampProvider
  /** The pages of the provider. */
  readonly routes?: Hono
}

/** @returns undefined if the provider has nothing to sell */
export type CreateOnrampProvider = (
  parts: Pick<Parts, 'chains' | 'tokens' | 'prices' | 'log' | 'signal'>,
) => AddedProvider | undefined
