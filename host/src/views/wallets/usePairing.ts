import { PAIRING_MARGIN_MS, type SerializedError } from '@portico/contracts'
import { useEffect, useLayoutEffect } from 'react'
import { preparePairing } from '../../connections/pair.ts'
import { selectPairing } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

export interface WaitingPairing {
  /** `wc:…`, once there is a pairing. */
  readonly uri: string | undefined
  /** Whether a wallet has approved and signed: while the site verifies the signature, there is nothing to scan. */
  readonly isSigningIn: boolean
  /** Why there is no pairing. Expiry does not count as a failure, because a new pairing follows. */
  readonly failure: SerializedError | undefined
  readonly retry: () => void
}

/** Provides a pairing while the view is open, replacing it before it expires. */
export function usePairing(): WaitingPairing {
  const dispatch = useShellDispatch()
  const { status, uri, expiresAt, error } = useShellSelector(selectPairing)
  const hasExpired = error?.code === 'pairing.expired'
  const retry = () => void dispatch(preparePairing())

  // Before the first paint, so that a failure from earlier or from prefetching is not shown but retried
  // (views.md §8.1).
  useLayoutEffect(() => void dispatch(preparePairing()), [dispatch])

  useEffect(() => {
    if (status === 'idle' || (status === 'failed' && hasExpired)) void dispatch(preparePairing())
  }, [status, hasExpired, dispatch])

  useEffect(() => {
    if (status !== 'ready' || expiresAt === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The time is checked again, because timers fire early, and clocks are set back.
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
