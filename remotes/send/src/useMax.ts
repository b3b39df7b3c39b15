import type { ActingCommands } from '@portico/contracts'
import { amountText, localDecimal } from '@portico/contracts/money'
import { useCommands, useLocale } from '@portico/contracts/ui'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { familyFor } from './plan/families.ts'
import { unitChanged } from './sendSlice.ts'
import type { Send } from './useSend.ts'

/** The balance minus what must stay in the account. */
async function allOf(
  { form, account, network, holding, receiver, publicKey, isSmartAccount }: Send,
  acting: ActingCommands,
  signal: AbortSignal,
) {
  if (!account || !network || !holding) return undefined
  const all = BigInt(holding.amount)
  const to = receiver.status === 'valid' ? receiver.address : undefined
  const family = await familyFor(network)
  const { speed } = form
  const transfer = { network, from: account.address, token: holding, amount: all, publicKey, isSmartAccount, speed }
  const most = await family.most(to === undefined ? transfer : { ...transfer, to }, acting, signal)
  return most < all ? most : all
}

/** Fills the amount field with the maximum. `failed`: the fee is currently unknown. */
export function useMax(send: Send, visit: AbortSignal) {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const locale = useLocale()
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  // Editing the form clears a failure.
  const key = `${send.form.amount} ${send.holding?.caipNetworkId} ${send.holding?.address}`
  const [failedOf, setFailedOf] = useState<string>()
  return {
    state: state === 'failed' && failedOf !== key ? 'idle' : state,
    async fill() {
      if (state === 'asking' || !send.holding) return
      setState('asking')
      try {
        const amount = await allOf(send, await acting(), visit)
        if (visit.aborted || amount === undefined) return
        const text = localDecimal(amountText(amount, send.holding.decimals), locale)
        dispatch(unitChanged({ isFiat: false, amount: text }))
        setState('idle')
      } catch {
        if (visit.aborted) return
        setState('failed')
        setFailedOf(key)
      }
    },
  }
}
