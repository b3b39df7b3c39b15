import {
  type Holding,
  type Network,
  selectConnection,
  serializeError,
  type TransactionNote,
  type TransactionRequest,
} from '@portico/contracts'
import { errorText, useCommands, useMessages } from '@portico/contracts/ui'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { sendAndTell } from './sendEvents.ts'
import { cleared, type SendState, selectForm } from './sendSlice.ts'

interface What {
  /** The request that the visitor has reviewed. */
  readonly request: TransactionRequest
  readonly network: Network
  readonly holding: Holding
  readonly amount: bigint
  readonly to: string
}

/** Asks the wallet, then opens the transaction's progress. */
export function useSending(visit: AbortSignal) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { acting, back, pushTransaction, replace, showSnack } = useCommands()
  const { requested } = useSelector(selectForm)
  const isSmartAccount = useSelector((state: SendState) => selectConnection(state)?.accounts[0].type === 'smartAccount')
  const [isAsking, setIsAsking] = useState(false)

  /** @returns whether the network rejected the transaction, so that it must be rebuilt */
  async function send({ request, network, holding, amount, to }: What): Promise<boolean> {
    if (isAsking) return false
    setIsAsking(true)
    const { symbol, decimals, address: token } = holding
    // The embedded wallet shows its own view on top; after a rejection there, the host returns to this view.
    const end = pushTransaction({ onSuccess: back })
    const note: TransactionNote = {
      type: 'send',
      amount: amount.toString(),
      decimals,
      symbol,
      to,
      ...(token && { token }),
    }
    try {
      const sent = await sendAndTell(await acting(), request, note, { network, holding, amount, isSmartAccount })
      end()
      // The visitor may have left, but the wallet has sent the transaction.
      showSnack({ variant: 'success', text: t('send.started') })
      const { caipNetworkId, hash } = sent
      if (!visit.aborted) replace('WalletSendConfirmed', { caipNetworkId, hash, isAsked: requested !== undefined })
      dispatch(cleared())
      return false
    } catch (error) {
      const known = serializeError(error, 'connection.requestFailed')
      const isKnown = known.code !== 'connection.requestFailed'
      showSnack({ variant: 'error', text: isKnown ? errorText(t, known) : t('send.failed') })
      return known.code === 'node.refused'
    } finally {
      end()
      setIsAsking(false)
    }
  }
  return { send, isAsking }
}
