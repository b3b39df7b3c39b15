import { serializeError } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { walletLinked } from '../../../connections/pairingSlice.ts'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { readEnvironment } from '../../../pairing/environment.ts'
import { currentStep, nextLinkOut, openLink, startLinkOut } from '../../../pairing/linkOut.ts'
import { linkSteps } from '../../../pairing/links.ts'
import { selectOptions } from '../../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../../shellContext.ts'
import { PairingCode } from '../PairingCode.tsx'
import { usePairing } from '../usePairing.ts'
import { LinkStatement } from './LinkStatement.tsx'

/** If the page is still visible after this time, no app has taken the link. */
const STAY_MS = 2_500

/** views.md §8.4, mobile: each click opens the next link (universal, scheme, store); after these comes the QR code. */
export function LinkToApp({ wallet }: { wallet: DirectoryWallet }) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const pairing = usePairing()
  const { uri } = pairing
  const { experimental_preferUniversalLinks: prefersUniversal } = useShellSelector(selectOptions)
  const environment = useMemo(() => readEnvironment(window as never), [])
  const [linkOut, setLinkOut] = useState(() => startLinkOut([]))

  useEffect(() => {
    if (uri) setLinkOut(startLinkOut(linkSteps(wallet, uri, { environment, prefersUniversal })))
  }, [wallet, uri, environment, prefersUniversal])

  const step = currentStep(linkOut)
  const { kind } = step
  const isOpened = linkOut.status === 'opened'
  const { name, mobile_link } = wallet
  /** Tracks a failure, but without the link itself, which contains the pairing's key. */
  const tellFailure = useCallback(
    (message: string) => {
      if (kind !== 'store') dispatch((_, __, { track }) => track('CONNECT_PROXY_ERROR', { message, mobile_link, name }))
    },
    [dispatch, kind, mobile_link, name],
  )
  useEffect(() => {
    if (!isOpened) return
    const onHidden = () => document.hidden && setLinkOut((now) => nextLinkOut(now, 'hidden'))
    const onStayed = () => {
      if (document.hidden) return
      tellFailure('no app has taken the link')
      setLinkOut((now) => nextLinkOut(now, 'stayed'))
    }
    const timer = setTimeout(onStayed, STAY_MS)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [isOpened, tellFailure])

  // Before the steps are known, their list is empty, which must not show the QR code.
  const isReady = uri !== undefined && linkOut.steps.length > 0
  if (isReady && step.kind === 'qrcode') return <PairingCode wallet={wallet} />

  function open(): void {
    if (step.kind === 'qrcode') return
    try {
      openLink(step)
    } catch (error) {
      // Some pages are not allowed to open windows.
      tellFailure(serializeError(error, 'connection.failed').message)
      setLinkOut((now) => nextLinkOut(nextLinkOut(now, 'pressed'), 'stayed'))
      return
    }
    if (step.base !== undefined) dispatch(walletLinked({ name: wallet.name, base: step.base }))
    setLinkOut((now) => nextLinkOut(now, 'pressed'))
  }
  return (
    <LinkStatement
      wallet={wallet}
      pairing={pairing}
      detail={t(step.kind === 'store' ? 'host.link.store' : 'host.link.app')}
      onOpen={isReady ? open : undefined}
    />
  )
}
