import type { CaipNetworkId } from '@portico/contracts'
import type { OnrampProviderId, OnrampQuote, OnrampUrl, PaymentCurrency } from '@portico/contracts/services/onramp'
import type { Hono } from 'hono'
import type { Parts } from '../parts.ts'

/** The buyer, and the origin that opens the page. */
interface Buyer {
  /** In the spelling of the asset's network. */
  readonly address: string
  readonly userId: string
  /** Of this service. */
  readonly origin: string
}

export interface Quoted {
  readonly caipNetworkId: CaipNetworkId
  readonly amounts: Omit<OnrampQuote, 'quoteId'>
  /**
   * Opens a page for paying the quote.
   * @throws ServiceError `address.malformed`, `onramp.limit`, `onramp.unavailable`, `onramp.noQuote`
   */
  open(buyer: Buyer, signal: AbortSignal): Promise<OnrampUrl>
}

export interface Payment {
  /** ISO 4217, one that the provider accepts. */
  readonly currency: string
  /** Includes all fees; at most two decimal places, and within the limits of the currency. */
  readonly amount: string
}

/** An asset for sale on one network, as of the request. */
export interface OfferedAsset {
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  readonly name: string
  /** In wire format: for a network's coin, the address that clients use for it. */
  readonly contractAddress: string
  readonly networkName: string
  /** @throws ServiceError `onramp.unavailable`, `onramp.noQuote` */
  quote(payment: Payment, signal: AbortSignal): Promise<Quoted>
  /** US dollars for that many whole coins, with all fees; absent if the provider does not support it. */
  dollarsFor?(coins: number): string
}

export interface Offers {
  /** With the minimum and maximum per purchase. */
  readonly currencies: readonly PaymentCurrency[]
  readonly assets: readonly OfferedAsset[]
}

/** A provider's offers. */
export interface Sale extends Offers {
  readonly seller: Pick<OnrampProvider, 'id' | 'name' | 'feeRange'>
}

/** Sells coins for money. */
export interface OnrampProvider {
  readonly id: OnrampProviderId
  readonly name: string
  /** Percentage of the payment: `1-2%`. */
  readonly feeRange: string
  /** @throws ServiceError `onramp.unavailable` */
  offers(signal: AbortSignal): Promise<Offers>
}

/** A provider that does not come with the services. */
export interface AddedProvider {
  readonly provider: OnrampProvider
  /** Its own pages. */
  readonly routes?: Hono
}

/** @returns undefined if it has nothing to sell */
export type CreateOnrampProvider = (
  parts: Pick<Parts, 'chains' | 'tokens' | 'prices' | 'log' | 'signal'>,
) => AddedProvider | undefined
