import type { OnrampQuoteRequest } from '@portico/contracts/services/onramp'
import { invalidRequest, ServiceError } from '../../http/errors.ts'
import { compareDecimals, readDecimal } from './decimal.ts'
import type { OfferedAsset, Offers, Payment } from './onrampProvider.ts'
import { referenceOf } from './toOptions.ts'

/** An asset, and the currencies in which it can be paid. */
export interface Offer {
  readonly asset: OfferedAsset
  readonly currencies: Offers['currencies']
}

const CENTS = 2

/** The offers for a symbol, in the providers' order. */
export const offersOf = (offers: readonly Offers[], symbol: string): readonly Offer[] =>
  offers.flatMap(({ assets, currencies }) =>
    assets.filter((asset) => asset.symbol === symbol).map((asset) => ({ asset, currencies })),
  )

/**
 * Finds the asset of a quote request. Older clients send network names that are unknown here. In that case the chain id
 * decides, or the contract address if several assets on a chain have the same symbol.
 * @throws ServiceError `onramp.notOffered`
 */
export function findOffer(offers: readonly Offers[], { purchaseCurrency, network }: OnrampQuoteRequest): Offer {
  const { symbol, networks } = purchaseCurrency
  const known = offersOf(offers, symbol)
  const named = known.find(({ asset }) => asset.caipNetworkId === network)
  if (named) return named
  for (const wanted of networks) {
    const there = known.filter(
      ({ asset: { caipNetworkId } }) =>
        caipNetworkId === wanted.name || (referenceOf(caipNetworkId) === wanted.chain_id && !wanted.name.includes(':')),
    )
    const contract = wanted.contract_address.toLowerCase()
    const offer = there.find(({ asset }) => asset.contractAddress.toLowerCase() === contract) ?? there[0]
    if (offer) return offer
  }
  throw new ServiceError('onramp.notOffered', { symbol })
}

/** @throws ServiceError `request.invalid`, `onramp.amount` */
export function checkPayment({ currencies }: Offer, { currency, amount }: Payment): void {
  const limits = currencies.find(({ id }) => id === currency)?.payment_method_limits ?? []
  if (!limits.length) throw invalidRequest('paymentCurrency: no provider accepts it')
  const paid = readDecimal(amount)
  if (paid.scale > CENTS) throw invalidRequest('amount: at most two digits behind the point')
  const isWithin = limits.some(
    ({ min, max }) => compareDecimals(readDecimal(min), paid) <= 0 && compareDecimals(paid, readDecimal(max)) <= 0,
  )
  const [{ min = '', max = '' } = {}] = limits
  if (!isWithin) throw new ServiceError('onramp.amount', { min, max, currency })
}
