import type { CaipNetworkId } from '@portico/contracts'
import type { OnrampProviderId, OnrampQuote, OnrampUrl, PaymentCurrency } from '@portico/contracts/services/onramp'

/** Who buys, and where the page is opened from. */
interface Buyer {
  /** Of the network of what is bought, as it is written there. */
  readonly address: string
  readonly userId: string
  /** Of this service. */
  readonly origin: string
}

export interface Quoted {
  readonly caipNetworkId: CaipNetworkId
  readonly amounts: Omit<OnrampQuote, 'quoteId'>
  /**
   * A page on which what was quoted is paid for.
   * @throws ServiceError `address.malformed`, `onramp.limit`, `onramp.unavailable`, `onramp.noQuote`
   */
  open(buyer: Buyer, signal: AbortSignal): Promise<OnrampUrl>
}

export interface Payment {
  /** ISO 4217, one of those that the provider takes. */
  readonly currency: string
  /** With all fees, with two digits behind the point at most, and within the limits of the currency. */
  readonly amount: string
}

/** Something that is sold, on one network, as it was when it was asked for. */
export interface OfferedAsset {
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  readonly name: string
  /** On the wire: of the coin of a network, the address that clients know it by. */
  readonly contractAddress: string
  readonly networkName: string
  /** @throws ServiceError `onramp.unavailable`, `onramp.noQuote` */
  quote(payment: Payment, signal: AbortSignal): Promise<Quoted>
  /** US dollars to pay for so many whole ones, with all fees; absent where the provider cannot be asked so. */
  dollarsFor?(coins: number): string
}

export interface Offers {
  /** With the least and the most that is taken at once. */
  readonly currencies: readonly PaymentCurrency[]
  readonly assets: readonly OfferedAsset[]
}

/** What somebody sells, and who that is. */
export interface Sale extends Offers {
  readonly seller: Pick<OnrampProvider, 'id' | 'name' | 'feeRange'>
}

/** Sells for money that is no coin. Two implementations: test money on local chains, and a public service. */
export interface OnrampProvider {
  readonly id: OnrampProviderId
  readonly name: string
  /** Per cent of what is paid: `1-2%`. */
  readonly feeRange: string
  /** @throws ServiceError `onramp.unavailable` */
  offers(signal: AbortSignal): Promise<Offers>
}
