import { type Account, ModalError } from '@portico/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Siwx } from '../../siwx/installSiwx.ts'
import type { PreparedMessage } from '../../siwx/plugIn.ts'

/** A message that is there or on its way. */
interface Coming {
  readonly made: Promise<PreparedMessage>
  /** When it was asked for: its nonce may be as old. */
  readonly at: number
}

/** So often it is looked whether a message has become too old. */
const LOOK_MS = 30_000

/**
 * The message that is to be signed: made at once, so that it can be read before; made anew when it has been shown for as long
 * as its nonce is good for; and by `renew`, because a nonce serves once. `take` gives the one that is there or on its way, and
 * asks again where that failed or has become too old. One that has been taken stays the one that is shown. While a message that
 * was taken is being signed, none is made, however often the view comes and goes.
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
    const begin = () => renew()?.catch((error) => console.error('[portico]', error)) // said to the visitor when they want to sign
    // What is signed over this view brings it back while the site verifies it, with the nonce that it has given out last.
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
      // Nobody reads it while the page is hidden: it is made when they come back.
      if (!document.hidden && !isTaken.current && !siwx?.signingIn() && isOld()) make()?.catch(() => {}) // asked for again when it is wanted
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
