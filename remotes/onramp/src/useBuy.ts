import { useCommands } from '@portico/contracts/ui'
import { nanoid } from '@reduxjs/toolkit'
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { askPage } from './askOnramp.ts'
import { toBuyError } from './buyError.ts'
import { buyWindows } from './buyWindows.ts'
import { isOwnProvider } from './offer.ts'
import { type Purchase, pageFound, pageRefused, purchaseBegun } from './onrampSlice.ts'

type Wish = Pick<Purchase, 'provider' | 'providerName' | 'caipNetworkId' | 'address' | 'quote'>

/**
 * Starts a purchase of exactly what was quoted. Call it synchronously while the press is handled, so that the browser
 * allows the window; the page loads into the window later.
 */
export function useBuy(): (wish: Wish) => void {
  const dispatch = useDispatch()
  const { acting } = useCommands()
  return useCallback(
    ({ provider, providerName, caipNetworkId, address, quote }) => {
      const id = nanoid()
      buyWindows.open(id)
      dispatch(purchaseBegun({ id, provider, providerName, caipNetworkId, address, quote }))
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
