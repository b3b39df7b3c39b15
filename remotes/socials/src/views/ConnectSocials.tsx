import { selectSocials } from '@portico/contracts'
import { type ProviderInfo, ProviderLogo, visibleProviders } from '@portico/contracts/socials'
import { Row, RowList, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useMemo, useRef } from 'react'
import { useSelector } from 'react-redux'
import sheet from './ConnectSocials.css'

/** Everybody whom this project lets a visitor sign in with (views.md §6.6). */
export default function ConnectSocials() {
  useStyles(sheet)
  const t = useMessages()
  const { embeddedWallet, navigate, openSocialPopup } = useCommands()
  const configured = useSelector(selectSocials)
  const providers = useMemo(() => visibleProviders(configured), [configured])
  /** Of the view that the last press has led to: while it is there, a second press is a slip of the finger. */
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
  const warmUp = () => void embeddedWallet().catch(() => {}) // the view that follows says why

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
