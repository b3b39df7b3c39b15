import { type Account, ModalError } from '@portico/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Siwx } from '../../siwx/installSiwx.ts'
import type { PreparedMessage } from '../../siwx/plugIn.ts'

/** A message that is ready, or has been requested. */
interface Coming {
  readonly made: Promise<PreparedMessage>
  /** When the message was requested. Its nonce may be just as old. */
  readonly at: number
}

/** How often to check whether a message is too old. */
const LOOK_MS = 30_000

/**
 * The message to sign. It is requested at once, so that the visitor can read it first; again at intervals while it is
 * shown, before its nonce expires; and by `renew`, because a nonce can be used only once. `take` returns the message
 * that is ready or pending, or requests a new one if that failed or is too old. A message that was taken stays the one
 * shown. While it is being signed no other is requested, however often the view is reopened.
 */
export function usePreparedMessage(siwx: Siwx | undefined, account: Account | undefined) {
  const [message, setMessage] = useState<PreparedMessage>()
  const coming = useRef<Coming>(undefined)
  const isTaken = useRef(false)
  const isHere = useRef(false)
  const subject = useRef(account)
  subject.current = account
  const id = account && `${account.caipAddress} ${account.connectorId}`
  const lifetime = siwx?.messageLifetimeMs ?? Number.POSITIVE_INFINITY

  const make = useCallback((): Promise<PreparedMessage> | undefined => {
    const about = subject.current
    if (!siwx || !about || id === undefined || !isHere.current) return undefined
    const made = siwx.createMessage(about)
    coming.current = { made, at: Date.now() }
    isTaken.current = false
    const isCurrent = () => coming.current?.made === made
    made.then(
      (prepared) => isCurrent() && setMessage(prepared),
      () => {
        if (!isCurrent()) return
        coming.current = undefined
        setMessage(undefined)
      },
    )
    return made
  }, [siwx, id])

  const renew = useCallback(() => {
    setMessage(undefined)
    return make()
  }, [make])

  const isOld = useCallback(() => !coming.current || Date.now() - coming.current.at >= lifetime, [lifetime])

  useEffect(() => {
    isHere.current = true
    const begin = () => renew()?.catch((error) => console.error('[portico]', error)) // shown when the visitor signs
    // A window of the wallet over this view remounts it, while the site is verifying the nonce that it issued last.
    const going = siwx?.signingIn()
    if (going) void going.then((isSignedIn) => void (isSignedIn || begin()))
    else begin()
    return () => {
      isHere.current = false
      coming.current = undefined
    }
  }, [renew, siwx])

  useEffect(() => {
    if (!Number.isFinite(lifetime)) return
    const refresh = () => {
      // Skipped while the page is hidden; the message is renewed when the visitor returns.
      if (!document.hidden && !isTaken.current && !siwx?.signingIn() && isOld()) make()?.catch(() => {}) // retried
    }
    const timer = setInterval(refresh, Math.min(lifetime, LOOK_MS))
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [make, isOld, lifetime, siwx])

  const take = (): Promise<PreparedMessage> => {
    const made = isOld() ? make() : coming.current?.made
    isTaken.current = true
    return made ?? Promise.reject(new ModalError('connection.modalClosed'))
  }
  return { message, take, renew }
}
