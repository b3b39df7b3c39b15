import type { ViewProps } from '@portico/contracts'
import { isTelegram } from '@portico/contracts/platform'
import { findProvider, type ProviderInfo } from '@portico/contracts/socials'
import { Button, LoadingRing, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { loginErrorText } from '../loginErrorText.ts'
import { ProviderPicture } from '../ProviderPicture.tsx'
import { useAttempt } from '../useAttempt.ts'
import { DeviceWaiting } from './DeviceWaiting.tsx'

/** Shown while the visitor is in the provider's window (views.md §9). */
export default function ConnectingSocial({ params, signal }: ViewProps<'ConnectingSocial'>) {
  const t = useMessages()
  const { replace } = useCommands()
  // A site may open this view with any parameter.
  const provider = findProvider(params?.provider)
  if (provider && provider.id !== 'farcaster') return <LogIn provider={provider} signal={signal} />
  return (
    <Statement picture="alert" tone="danger" title={t('socials.failed')} role="alert">
      <Button kind="secondary" onPress={() => replace('ConnectSocials')}>
        {t('socials.choose')}
      </Button>
    </Statement>
  )
}

function LogIn({ provider: { id, name, logo }, signal }: { provider: ProviderInfo; signal: AbortSignal }) {
  const t = useMessages()
  const { openSocialPopup } = useCommands()
  const { state, retry } = useAttempt((wallet, life) => wallet.startSocial(id, life), signal)
  const error = state.status === 'failed' ? state.error : undefined
  const picture = <ProviderPicture logo={logo} />
  const ringed = <LoadingRing state={error ? 'failed' : 'running'}>{picture}</LoadingRing>

  if (error?.code === 'social.popupBlocked') {
    return (
      <Statement picture={picture} title={t('socials.blocked.title')} detail={t('socials.blocked.detail')} role="alert">
        <Button icon="external" onPress={() => retry(openSocialPopup)}>
          {t('socials.blocked.open', { name })}
        </Button>
      </Statement>
    )
  }
  if (error) {
    return (
      <Statement
        picture={ringed}
        tone="danger"
        title={t('socials.failed')}
        detail={loginErrorText(t, error, name)}
        role="alert"
      >
        <Button kind="secondary" icon="retry" onPress={() => retry(openSocialPopup)}>
          {t('socials.retry')}
        </Button>
      </Statement>
    )
  }
  if (state.status === 'unconfirmed')
    return <DeviceWaiting {...state} picture={ringed} title={t('socials.logInWith', { name })} />
  // A mini app has no windows, so the page itself goes to the provider.
  const waiting = isTelegram() ? t('socials.leaving', { name }) : t('socials.provider')
  return (
    <Statement
      picture={ringed}
      title={t('socials.logInWith', { name })}
      detail={state.status === 'retrieving' ? t('socials.retrieving') : waiting}
      role="status"
    />
  )
}
