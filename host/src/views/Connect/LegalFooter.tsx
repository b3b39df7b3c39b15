import { useMessages, useStyles } from '@portico/contracts/ui'
import sheet from './Legal.css'
import { type Legal, useLegal } from './useLegal.ts'

/** The sentence with its links. `start` is the key of the message that begins it. */
function Sentence({ start, termsUrl, privacyUrl }: Pick<Legal, 'termsUrl' | 'privacyUrl'> & { start: string }) {
  const t = useMessages()
  const link = (href: string, text: string) => (
    <a className="Legal-link" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
  return (
    <>
      {start} {termsUrl ? link(termsUrl, t('host.connect.termsOfService')) : null}
      {termsUrl && privacyUrl ? ` ${t('host.connect.termsAnd')} ` : null}
      {privacyUrl ? link(privacyUrl, t('host.connect.privacyPolicy')) : null}
    </>
  )
}

/** views.md §5: shown if the site has terms or a privacy policy, but requires no explicit consent. */
export function LegalFooter() {
  useStyles(sheet)
  const t = useMessages()
  const { termsUrl, privacyUrl, isAsked } = useLegal()
  if (isAsked || (!termsUrl && !privacyUrl)) return null
  return (
    <p className="Legal">
      <Sentence start={t('host.connect.terms')} termsUrl={termsUrl} privacyUrl={privacyUrl} />
    </p>
  )
}

/** views.md §5: the checkbox, shown if the site requires consent before connecting. */
export function LegalCheckbox() {
  useStyles(sheet)
  const t = useMessages()
  const { termsUrl, privacyUrl, isAsked, mayConnect, agree } = useLegal()
  if (!isAsked) return null
  return (
    <label className="Legal-ask" data-testid="w3m-legal-checkbox">
      <input
        type="checkbox"
        className="Legal-box"
        data-testid="wui-checkbox"
        checked={mayConnect}
        onChange={(event) => agree(event.target.checked)}
      />
      <span>
        <Sentence start={t('host.connect.agree')} termsUrl={termsUrl} privacyUrl={privacyUrl} />
      </span>
    </label>
  )
}
