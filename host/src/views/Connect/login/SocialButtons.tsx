import type { SlotEntries } from '@portico/contracts'
import { type ProviderInfo, ProviderLogo } from '@portico/contracts/socials'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { useLogin, usePreload } from './useLogin.ts'

/**
 * views.md §6.3: how many logos fit beside the wide button. If there are more providers, a button opens a view with
 * all.
 */
const BESIDE_MAX = 5
const BESIDE_MORE = 4

interface SocialButtonsProps {
  readonly entry: SlotEntries['connect.socials']
  readonly providers: readonly ProviderInfo[]
}

/** Social login: the first provider has its name, the others only their logos. Two providers are shown side by side. */
export function SocialButtons({ entry, providers }: SocialButtonsProps) {
  const t = useMessages()
  const { navigate, openSocialPopup } = useCommands()
  const { isTaken, prepare, canStart } = useLogin()
  const isDisabled = usePreload() || isTaken
  const [first, ...others] = providers
  if (!first) return null

  function press({ id }: ProviderInfo): void {
    if (!canStart()) return
    if (id === 'farcaster') return void navigate('ConnectingFarcaster')
    // Opened synchronously, because browsers would otherwise block the popup.
    openSocialPopup()
    navigate('ConnectingSocial', { provider: id })
  }
  const button = (provider: ProviderInfo, isWide = false) => (
    <button
      key={provider.id}
      type="button"
      className="ConnectLogin-social"
      disabled={isDisabled}
      data-testid={`social-selector-${provider.id}`}
      {...(!isWide && { 'aria-label': provider.name, 'data-tooltip': provider.name })}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => press(provider)}
    >
      <ProviderLogo logo={provider.logo} />
      {isWide ? <span>{t(entry.label, { name: provider.name })}</span> : null}
    </button>
  )
  const isPair = providers.length === 2
  const hasMore = others.length > BESIDE_MAX
  const beside = isPair ? providers : hasMore ? others.slice(0, BESIDE_MORE) : others
  return (
    <div className="ConnectLogin-block" data-testid="w3m-social-login-widget">
      {isPair ? null : button(first, true)}
      {beside.length ? (
        <div className="ConnectLogin-logos">
          {beside.map((provider) => button(provider))}
          {hasMore ? (
            <button
              type="button"
              className="ConnectLogin-social"
              disabled={isDisabled}
              aria-label={t(entry.more)}
              data-tooltip={t(entry.more)}
              data-testid="social-selector-more"
              onClick={() => canStart() && navigate('ConnectSocials')}
            >
              <span aria-hidden="true">•••</span>
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
