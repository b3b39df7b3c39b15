import type { EmbeddedWalletCommands } from '@portico/contracts'
import { errorText, useCommands, useMessages } from '@portico/contracts/ui'
import { useEffect, useSyncExternalStore } from 'react'
import { type Attempt, type AttemptState, createAttempt, type Steps } from './createAttempt.ts'

/** One attempt per view on the stack, because a view remounts after another has covered it. */
const attempts = new WeakMap<AbortSignal, Attempt>()

/** Runs a sign-in while the view is on the stack, and goes back when it is over. */
export function useAttempt(
  start: (wallet: EmbeddedWalletCommands, signal: AbortSignal) => Steps,
  signal: AbortSignal,
): { readonly state: AttemptState; readonly retry: Attempt['retry'] } {
  const { embeddedWallet, back, showSnack } = useCommands()
  const t = useMessages()
  let attempt = attempts.get(signal)
  if (!attempt) {
    attempt = createAttempt(async () => {
      const wallet = await embeddedWallet()
      // The visitor has left: reject instead of opening a window.
      signal.throwIfAborted()
      return { ...start(wallet, signal), later: wallet }
    }, signal)
    attempts.set(signal, attempt)
  }
  const { subscribe, getState, begin, retry, takeEnd } = attempt

  useEffect(begin, [begin])
  const state = useSyncExternalStore(subscribe, getState, getState)
  useEffect(() => {
    if (state.status !== 'over' || !takeEnd()) return
    back()
    if (state.error) showSnack({ variant: 'error', text: errorText(t, state.error) })
  }, [state, takeEnd, back, showSnack, t])
  return { state, retry }
}
