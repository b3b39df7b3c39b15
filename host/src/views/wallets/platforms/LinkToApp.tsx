import { Button, useCommands, useMessages } from '@portico/contracts/ui'
import { useEffect, useMemo, useState } from 'react'
import { walletLinked } from '../../../connections/pairingSlice.ts'
import { readEnvironment } from '../../../pairing/environment.ts'
import { currentStep, nextLinkOut, openLink, startLinkOut } from '../../../pairing/linkOut.ts'
import { linkSteps } from '../../../pairing/links.ts'
import type { DirectoryWallet } from '../../../registry.ts'
import { selectOptions } from '../../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../../shellContext.ts'
import { useErrorText } from '../../../useErrorText.ts'
import { PairingCode } from '../PairingCode.tsx'
import { usePairing } from '../usePairing.ts'
import { WalletStatement } from './WalletStatement.tsx'

/** A page that is still in front after this has not been left: no app has taken the link. */
const STAY_MS = 2_500

/**
 * views.md §8.4, platform mobile: the app of the wallet on this phone. One press opens one link; one that nothing answers
 * makes the next press open the next: universal link, scheme, store, and at last the code.
 */
export function LinkToApp({ wallet }: { wallet: DirectoryWallet }) {
  const t = useMessages()
  const errorText = useErrorText()
  const dispatch = useShellDispatch()
  const { copy } = useCommands()
  const { status, uri, error, retry } = usePairing()
  const { experimental_preferUniversalLinks: prefersUniversal } = useShellSelector(selectOptions)
  const environment = useMemo(() => readEnvironment(window as never), [])
  const [linkOut, setLinkOut] = useState(() => startLinkOut([]))

  useEffect(() => {
    if (uri) setLinkOut(startLinkOut(linkSteps(wallet, uri, { environment, prefersUniversal })))
  }, [wallet, uri, environment, prefersUniversal])

  const isOpened = linkOut.status === 'opened'
  useEffect(() => {
    if (!isOpened) return
    const onHidden = () => document.hidden && setLinkOut((now) => nextLinkOut(now, 'hidden'))
    const timer = setTimeout(() => !document.hidden && setLinkOut((now) => nextLinkOut(now, 'stayed')), STAY_MS)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [isOpened])

  const step = currentStep(linkOut)
  if (uri && step.kind === 'qrcode') return <PairingCode wallet={wallet} />

  const hasFailed = status === 'failed' && error !== undefined && error.code !== 'pairing.expired'
  const open = () => {
    if (step.kind === 'qrcode') return
    // In the press itself: browsers let nobody leave without one.
    openLink(step)
    if (step.base !== undefined) dispatch(walletLinked({ name: wallet.name, base: step.base }))
    setLinkOut((now) => nextLinkOut(now, 'pressed'))
  }
  return (
    <WalletStatement
      wallet={wallet}
      state={hasFailed ? 'failed' : 'running'}
      title={hasFailed ? errorText(error) : t('host.connecting.title', { name: wallet.name })}
      detail={hasFailed ? undefined : t(step.kind === 'store' ? 'host.link.store' : 'host.link.app')}
    >
      {hasFailed ? (
        <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
          {t('host.retry')}
        </Button>
      ) : (
        <>
          <Button icon="external" testId="w3m-connecting-widget-secondary-button" disabled={!uri} onPress={open}>
            {t('host.link.open')}
          </Button>
          <Button
            kind="quiet"
            icon="copy"
            testId="wui-link-copy"
            disabled={!uri}
            onPress={() => uri && void copy(uri, t('host.pair.copied'))}
          >
            {t('host.pair.copy')}
          </Button>
        </>
      )}
    </WalletStatement>
  )
}
