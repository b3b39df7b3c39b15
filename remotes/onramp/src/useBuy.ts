import type { Account } from '@portico/contracts'
import type { OnrampQuote } from '@portico/contracts/services/onramp'
import { useCommands } from '@portico/contracts/ui'
import { nanoid } from '@reduxjs/toolkit'
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { askPage } from './askOnramp.ts'
import { toBuyError } from './buyError.ts'
import { buyWindows } from './buyWindows.ts'
import { isOwnProvider, type Seller } from './offer.ts'
import { type Purchase, pageFound, pageRefused, purchaseBegun } from './onrampSlice.ts'

type Wish = Pick<Purchase, 'provider' | 'providerName' | 'caipNetworkId' | 'address' | 'quote'>

export const wishOf = (
  seller: Seller,
  caipNetworkId: Purchase['caipNetworkId'],
  { address }: Account,
  quote: OnrampQuote,
): Wish => ({ provider: seller.id, providerName: seller.name, caipNetworkId, address, quote })

/**
 * Starts a purchase. Call it synchronously in the press, so that the browser allows the window; the page loads into it
 * later. Exactly what was quoted is bought.
 */
export function useBuy(): (wish: Wish) => void {
  const dispatch = useDispatch()
  const { acting } = useCommands()
  return useCallback(
    (wish) => {
      const id = nanoid()
      buyWindows.open(id)
      dispatch(purchaseBegun({ id, ...wish }))
      const { address, caipNetworkId, provider, quote } = wish
      const request = {
        address,
        caipNetworkId,
        symbol: quote.purchaseAmount.currency,
        quoteId: quote.quoteId,
        ...(isOwnProvider(provider) && { provider }),
      }
      askPage({ acting }, request).then(
        ({ url, orderId }) => void dispatch(pageFound({ id, url, orderId, isShown: buyWindows.lead(id, url) })),
        (error: unknown) => {
          buyWindows.close(id)
          dispatch(pageRefused({ id, error: toBuyError(error) }))
        },
      )
    },
    [acting, dispatch],
  )
}
