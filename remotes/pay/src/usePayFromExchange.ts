import { useCommands } from '@portico/contracts/ui'
import { nanoid } from '@reduxjs/toolkit'
import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import type { Bill } from './bill/bill.ts'
import { askPage } from './exchange/askExchanges.ts'
import { payWindows } from './exchange/payWindows.ts'
import { toPayError } from './payError.ts'
import { exchangeSelected, initiated } from './payEvents.ts'
import { type ExchangeChoice, moved, type Payment, pageFound, paymentBegun } from './paySlice.ts'

/**
 * Starts a payment. Call it synchronously while the press is handled, so that the browser allows the window; the page
 * loads into the window later.
 */
export function usePayFromExchange(): (bill: Bill, exchange: ExchangeChoice) => void {
  const dispatch = useDispatch()
  const { acting, replace } = useCommands()
  return useCallback(
    (bill, exchange) => {
      const id = nanoid()
      payWindows.open(id)
      const { caipNetworkId } = bill
      const payment: Payment = { id, bill, exchange, caipNetworkId, phase: 'preparing' }
      dispatch(paymentBegun(payment))
      replace('PayLoading')
      const work = async () => {
        const commands = await acting()
        commands.track(...exchangeSelected(bill, exchange.id))
        const { url, sessionId } = await askPage(commands, exchange.id, bill)
        commands.track(...initiated({ ...payment, sessionId }))
        dispatch(pageFound({ id, url, sessionId, isShown: payWindows.lead(id, url) }))
      }
      work().catch((error: unknown) => {
        payWindows.close(id)
        dispatch(moved({ id, phase: 'failed', error: toPayError(error) }))
      })
    },
    [acting, dispatch, replace],
  )
}
