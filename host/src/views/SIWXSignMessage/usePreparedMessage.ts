import { type Account, ModalError } from '@portico/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Siwx } from '../../siwx/installSiwx.ts'
import type { PreparedMessage } from '../../siwx/plugIn.ts'

/**
 * The message that is to be signed: made at once, so that it can be read before, and anew by `renew`, because a nonce serves
 * once. `take` gives the one that is there or on its way, and asks again where that failed.
 */
export function usePreparedMessage(siwx: Siwx | undefined, account: Account | undefined) {
  const [message, setMessage] = useState<PreparedMessage>()
  const coming = useRef<Promise<PreparedMessage>>(undefined)
  const subject = useRef(account)
  subject.current = account
  const id = account && `${account.caipAddress} ${account.connectorId}`

  const renew = useCallback(() => {
    setMessage(undefined)
    const about = subject.current
    if (!siwx || !about || id === undefined) return undefined
    const made = siwx.createMessage(about)
    coming.current = made
    const isCurrent = () => coming.current === made
    made.then(
      (prepared) => isCurrent() && setMessage(prepared),
      () => {
        if (isCurrent()) coming.current = undefined
      },
    )
    return made
  }, [siwx, id])

  useEffect(() => {
    renew()?.catch((error) => console.error('[portico]', error)) // said to the visitor when they want to sign
    return () => {
      coming.current = undefined
    }
  }, [renew])

  const take = (): PreparedMessage | Promise<PreparedMessage> =>
    message ?? coming.current ?? renew() ?? Promise.reject(new ModalError('connection.modalClosed'))
  return { message, take, renew }
}
