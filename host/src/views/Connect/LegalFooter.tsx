import { useMessages, useStyles } from '@portico/contracts/ui'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './LegalFooter.css'

/** views.md §5: shown when the site has named its terms or its privacy policy. */
export function LegalFooter() {
  useStyles(sheet)
  const t = useMessages()
  const { termsConditionsUrl, privacyPolicyUrl } = useShellSelector(selectOptions)
  if (!termsConditionsUrl && !privacyPolicyUrl) return null
  const link = (href: string, text: string) => (
    <a className="LegalFooter-link" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
  return (
    <p className="LegalFooter">
      {t('host.connect.terms')} {termsConditionsUrl ? link(termsConditionsUrl, t('host.connect.termsOfService')) : null}
      {termsConditionsUrl && privacyPolicyUrl ? ` ${t('host.connect.termsAnd')} ` : null}
      {privacyPolicyUrl ? link(privacyPolicyUrl, t('host.connect.privacyPolicy')) : null}
    </p>
  )
}
