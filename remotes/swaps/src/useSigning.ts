import { isModalError } from '@portico/contracts'
import { errorText, useCommands, useMessages } from '@portico/contracts/ui'
import { useDispatch, useSelector } from 'react-redux'
import { NOTHING } from './approval.ts'
import type { SignablePlan } from './plan.ts'
import { approveAndTell, swapAndTell, useIsSmartAccount } from './swapEvents.ts'
import { selectSwaps, swapSent, walletAnswered, walletAsked } from './swapsSlice.ts'

/** Asks the wallet to sign plans, one at a time; after a swap, the swap's progress opens. */
export function useSigning(visit: AbortSignal) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { acting, replace, showSnack } = useCommands()
  const { isAsking } = useSelector(selectSwaps)
  const isSmartAccount = useIsSmartAccount()

  async function sign(plan: SignablePlan): Promise<void> {
    if (isAsking) return
    dispatch(walletAsked())
    const { wish, quoted, request, router } = plan
    const { symbol, decimals } = wish.from
    const about = { wish, quoted, isSmartAccount }
    const amount = plan.step === 'reset' ? NOTHING : String(wish.amount)
    const noted = { amount, decimals, symbol, to: router.address }
    try {
      const commands = await acting()
      if (plan.step !== 'swap') {
        showSnack({ variant: 'loading', text: t('swaps.snack.approve') })
        await approveAndTell(commands, about, () => commands.send(request, { ...noted, type: 'approve' }))
        return showSnack({ variant: 'success', text: t('swaps.started') })
      }
      showSnack({ variant: 'loading', text: t('swaps.snack.confirm') })
      const { hash } = await swapAndTell(commands, about, () => commands.send(request, { ...noted, type: 'swap' }))
      // The visitor may have left, but the wallet has sent the transaction.
      showSnack({ variant: 'success', text: t('swaps.started') })
      const { minimum, unwraps } = plan
      dispatch(
        swapSent({
          hash,
          from: wish.from,
          to: wish.to,
          amount: String(wish.amount),
          quoted: String(quoted),
          minimum: String(minimum),
          ...(unwraps && { unwraps: { token: unwraps, router: router.address } }),
        }),
      )
      if (!visit.aborted) replace('SwapReceipt')
    } catch (error) {
      const isKnown = isModalError(error) && error.code !== 'connection.requestFailed'
      showSnack({ variant: 'error', text: isKnown ? errorText(t, error) : t('swaps.failed') })
    } finally {
      dispatch(walletAnswered())
    }
  }
  return { sign, isAsking }
}
