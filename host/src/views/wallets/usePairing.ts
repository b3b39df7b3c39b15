import { PAIRING_MARGIN_MS } from '@portico/contracts'
import { useEffect } from 'react'
import { preparePairing } from '../../connections/pair.ts'
import { type PairingState, selectPairing } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

/** A pairing for as long as somebody looks: a fresh one takes its place before it expires. */
export function usePairing(): PairingState & { readonly retry: () => void } {
  const dispatch = useShellDispatch()
  const pairing = useShellSelector(selectPairing)
  const { status, expiresAt, error } = pairing
  const retry = () => void dispatch(preparePairing())

  const hasExpired = status === 'failed' && error?.code === 'pairing.expired'
  useEffect(() => {
    if (status === 'idle' || hasExpired) void dispatch(preparePairing())
  }, [status, hasExpired, dispatch])

  useEffect(() => {
    if (status !== 'ready' || expiresAt === undefined) return
    const timer = setTimeout(() => void dispatch(preparePairing()), expiresAt - PAIRING_MARGIN_MS - Date.now())
    return () => clearTimeout(timer)
  }, [status, expiresAt, dispatch])

  return { ...pairing, retry }
}
