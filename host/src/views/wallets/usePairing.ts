import { PAIRING_MARGIN_MS, type SerializedError } from '@portico/contracts'
import { useEffect, useLayoutEffect } from 'react'
import { preparePairing } from '../../connections/pair.ts'
import { selectPairing } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

export interface WaitingPairing {
  /** `wc:…`, as soon as there is one. */
  readonly uri: string | undefined
  /** A wallet has agreed and signed: there is nothing to scan any more, the site takes the signature. */
  readonly isSigningIn: boolean
  /** Why there is none. One that has merely expired is no failure: a fresh one is on its way. */
  readonly failure: SerializedError | undefined
  readonly retry: () => void
}

/** A pairing for as long as somebody looks: a fresh one takes its place before it expires. */
export function usePairing(): WaitingPairing {
  const dispatch = useShellDispatch()
  const { status, uri, expiresAt, error } = useShellSelector(selectPairing)
  const hasExpired = error?.code === 'pairing.expired'
  const retry = () => void dispatch(preparePairing())

  // Before anything is painted: what failed at an earlier look, or while it was prefetched, is tried anew (views.md §8.1).
  useLayoutEffect(() => void dispatch(preparePairing()), [dispatch])

  useEffect(() => {
    if (status === 'idle' || (status === 'failed' && hasExpired)) void dispatch(preparePairing())
  }, [status, hasExpired, dispatch])

  useEffect(() => {
    if (status !== 'ready' || expiresAt === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Timers come early, and clocks are set back: whether it is time is looked at again.
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
