import { selectSocials } from '@portico/contracts'
import { type ProviderInfo, ProviderLogo, visibleProviders } from '@portico/contracts/socials'
import { Row, RowList, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useMemo, useRef } from 'react'
import { useSelector } from 'react-redux'
import sheet from './ConnectSocials.css'

/** All social providers that the project enables (views.md §6.6). */
export default function ConnectSocials() {
  useStyles(sheet)
  const t = useMessages()
  const { embeddedWallet, navigate, openSocialPopup } = useCommands()
  const configured = useSelector(selectSocials)
  const providers = useMemo(() => visibleProviders(configured), [configured])
  /** Signal of the view that the last press opened. While it is open, another press is accidental. */
  const next = useRef<AbortSignal>(undefined)

  function press({ id }: ProviderInfo): void {
    if (next.current && !next.current.aborted) return
    if (id === 'farcaster') {
      next.current = navigate('ConnectingFarcaster')
      return
    }
    openSocialPopup()
    next.current = navigate('ConnectingSocial', { provider: id })
  }
  const warmUp = () => void embeddedWallet().catch(() => {}) // the next view reports the error

  if (providers.length === 0) return <Statement title={t('socials.none')} detail={t('socials.none.detail')} />
  return (
    <RowList label={t('socials.all')}>
      {providers.map((provider) => (
        <Row
          key={provider.id}
          label={provider.name}
          leading={
            <span className="ConnectSocials-logo">
              <ProviderLogo logo={provider.logo} />
            </span>
          }
          testId={`social-selector-${provider.id}`}
          onIntent={warmUp}
          onPress={() => press(provider)}
        />
      ))}
    </RowList>
  )
}
