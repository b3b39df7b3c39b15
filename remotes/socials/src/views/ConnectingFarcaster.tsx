import type { ViewProps } from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { FARCASTER } from '@portico/contracts/socials'
import { Button, LoadingRing, Statement, useMessages } from '@portico/contracts/ui'
import { useState } from 'react'
import { loginErrorText } from '../loginErrorText.ts'
import { ProviderPicture } from '../ProviderPicture.tsx'
import { useAttempt } from '../useAttempt.ts'
import { DeviceWaiting } from './DeviceWaiting.tsx'
import { FarcasterCode } from './FarcasterCode.tsx'

/** Sign-in with the Farcaster app: by a code for another device, or by a link on this one (views.md §9). */
export default function ConnectingFarcaster({ signal }: ViewProps<'ConnectingFarcaster'>) {
  const t = useMessages()
  const { state, retry } = useAttempt((wallet, life) => wallet.startFarcaster(life), signal)
  const [isOnPhone] = useState(() => isMobile())
  const hasFailed = state.status === 'failed'
  const picture = (
    <LoadingRing state={hasFailed ? 'failed' : 'running'}>
      <ProviderPicture logo={FARCASTER.logo} />
    </LoadingRing>
  )

  if (hasFailed) {
    return (
      <Statement
        picture={picture}
        tone="danger"
        title={t('socials.failed')}
        detail={loginErrorText(t, state.error, FARCASTER.name)}
        role="alert"
      >
        <Button kind="secondary" icon="retry" onPress={() => retry()}>
          {t('socials.retry')}
        </Button>
      </Statement>
    )
  }
  if (state.status === 'retrieving') {
    return (
      <Statement
        picture={picture}
        title={t('socials.farcaster.loading')}
        detail={t('socials.farcaster.loadingDetail')}
        role="status"
      />
    )
  }
  if (state.status === 'unconfirmed') {
    return <DeviceWaiting {...state} picture={picture} title={t('socials.farcaster')} />
  }
  const url = state.status === 'waiting' ? state.url : undefined
  if (!isOnPhone) return <FarcasterCode url={url} />
  return (
    <Statement
      picture={picture}
      title={t('socials.farcaster.continue')}
      detail={t(url ? 'socials.farcaster.accept' : 'socials.farcaster.preparing')}
      role="status"
    >
      <Button icon="external" disabled={!url} onPress={() => url && window.open(url, '_blank', 'noopener')}>
        {t('socials.farcaster.open')}
      </Button>
    </Statement>
  )
}
