import { PAIRING_MARGIN_MS, type SerializedError } from '@portico/contracts'
import { useEffect, useLayoutEffect } from 'react'
import { preparePairing } from '../../connections/pair.ts'
import { selectPairing } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

export interface WaitingPairing {
  /** `wc:…`, once there is one. */
  readonly uri: string | undefined
  /** A wallet has approved and signed: nothing is left to scan while the site verifies the signature. */
  readonly isSigningIn: boolean
  /** Why there is no pairing. Expiry is not a failure: a new one is on its way. */
  readonly failure: SerializedError | undefined
  readonly retry: () => void
}

/** A pairing while the view is open, replaced before it expires. */
export function usePairing(): WaitingPairing {
  const dispatch = useShellDispatch()
  const { status, uri, expiresAt, error } = useShellSelector(selectPairing)
  const hasExpired = error?.code === 'pairing.expired'
  const retry = () => void dispatch(preparePairing())

  // Before the first paint: retries what failed earlier or during prefetching (views.md §8.1).
  useLayoutEffect(() => void dispatch(preparePairing()), [dispatch])

  useEffect(() => {
    if (status === 'idle' || (status === 'failed' && hasExpired)) void dispatch(preparePairing())
  }, [status, hasExpired, dispatch])

  useEffect(() => {
    if (status !== 'ready' || expiresAt === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Timers fire early, and clocks are set back: checks the time again.
    const renew = () => {
      const left = expiresAt - PAIRING_MARGIN_MS - Date.now()
      if (left > 0) timer = setTimeout(renew, left)
      else void dispatch(preparePairing())
    }
    renew()
    return () => clearTimeout(timer)
  }, [status, expiresAt, dispatch])

  return {
    uri,
    isSigningIn: status === 'signingIn',
    failure: status === 'failed' && !hasExpired ? error : undefined,
    retry,
  }
}
