import { type Network, selectTransactions, serializeError } from '@portico/contracts'
import { errorText, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import { nanoid } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { BillToken } from './bill/bill.ts'
import { eventOf, initiated } from './payEvents.ts'
import { type Payment, type PayRoot, paymentBegun } from './paySlice.ts'
import { isDirect, type ReadyPlan } from './plan/plan.ts'
import { shownAmount } from './shownAmount.ts'

/** The token in the form that a transaction's note needs. */
const unitOf = ({ address, decimals, symbol }: BillToken) => ({
  decimals,
  symbol,
  ...(address !== undefined && { token: address }),
})

/** Asks the wallet for the next step, then opens the payment's progress. */
export function useWalletPayment(visit: AbortSignal) {
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { acting, replace, showSnack } = useCommands()
  const [isAsking, setIsAsking] = useState(false)
  const [approvalHash, setApprovalHash] = useState<string>()
  const approval = useSelector((state: PayRoot) =>
    selectTransactions(state).find(({ hash }) => approvalHash !== undefined && hash === approvalHash),
  )

  const tell = async (payment: Payment) => {
    const event = eventOf(payment)
    if (event) (await acting()).track(...event)
  }

  async function send({ step, wish, request, most, router, seconds }: ReadyPlan, network: Network): Promise<void> {
    if (isAsking) return
    setIsAsking(true)
    const { bill, source } = wish
    const { caipNetworkId, token, recipient } = bill
    const paidWith = isDirect(wish) ? undefined : shownAmount(most, source, locale)
    const begun: Payment = { id: nanoid(), bill, caipNetworkId, phase: 'pending', paidWith, seconds }
    try {
      const commands = await acting()
      if (step === 'approve') {
        const to = router && { to: router.address }
        const note = { type: 'approve', amount: String(most), ...unitOf(source), ...to } as const
        const { hash } = await commands.send(request, note)
        setApprovalHash(hash)
        return
      }
      commands.track(...initiated(begun))
      const note = { type: 'pay', amount: bill.amount, ...unitOf(token), to: recipient } as const
      const sent = await commands.send(request, note)
      // The visitor may have left, but the wallet has sent the transaction.
      showSnack({ variant: 'success', text: t('pay.started', { network: network.name }) })
      dispatch(paymentBegun({ ...begun, hash: sent.hash }))
      if (!visit.aborted) replace('PayLoading')
    } catch (error) {
      const known = serializeError(error, 'connection.requestFailed')
      if (step === 'pay') void tell({ ...begun, phase: 'failed', error: known })
      const isKnown = known.code !== 'connection.requestFailed'
      showSnack({ variant: 'error', text: isKnown ? errorText(t, known) : t('pay.failed') })
    } finally {
      setIsAsking(false)
    }
  }
  return { send, isAsking, approval }
}
