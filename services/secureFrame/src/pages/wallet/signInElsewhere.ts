import { REDIRECT_PROVIDERS, type RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import { createFarcasterLogin } from '../../login/createFarcasterLogin.ts'
import { createSocialLogin } from '../../login/createSocialLogin.ts'
import { createSocialAttempts } from '../../login/socialAttempts.ts'
import type { SectionElements } from './beginSection.ts'
import { failureText } from './failureText.ts'
import { openPopup, PopupClosed, type ProviderPopup } from './providerPopup.ts'
import type { Entrance } from './showSignIn.ts'
import { t } from './texts.ts'

const NO_WALLET = { forget() {} }
const NO_STORAGE = {}

/** Shows the providers' buttons. Each opens a window, except Farcaster's, which asks on a phone. */
export function showElsewhere(
  { make, body, say, button }: SectionElements,
  { window, login, sessions, signal }: Entrance,
  onSignedIn: () => Promise<void>,
): void {
  const site = window.location.origin
  const asking = { origin: site, signal }
  const parts = { login, sessions, wallet: NO_WALLET }
  const social = createSocialLogin({
    ...parts,
    site,
    // Here `/back` has given this page the full answer itself.
    findReturn: async (said) => said,
    attempts: createSocialAttempts(NO_STORAGE),
  })
  const farcaster = createFarcasterLogin(parts)
  signal.addEventListener('abort', () => farcaster.forget(), { once: true })
  /** The latest window: pressing another button cancels the earlier attempt. */
  let latest: ProviderPopup | undefined
  const phone = make('div', { class: 'wallet-body' })

  async function signInAt(provider: RedirectProvider): Promise<void> {
    latest?.close()
    phone.replaceChildren()
    farcaster.forget()
    // Opened during the press itself, because the browser would block a later window.
    const popup = openPopup(window, signal)
    if (!popup) return say(t('elsewhere.blocked'))
    latest = popup
    say(t('elsewhere.window'))
    try {
      const { uri } = await social.handlers.GET_SOCIAL_REDIRECT_URI({ provider }, asking)
      popup.lead(uri)
      const returned = await popup.returned
      say(t('email.checking'))
      await social.finish(returned, asking)
    } catch (error) {
      popup.close()
      if (latest === popup) say(error instanceof PopupClosed ? t('elsewhere.closed') : failureText(error))
      return
    }
    await onSignedIn()
  }

  async function signInByPhone(): Promise<void> {
    latest?.close()
    latest = undefined
    try {
      say(t('elsewhere.asking'))
      const { url } = await farcaster.handlers.GET_FARCASTER_URI(undefined, asking)
      phone.replaceChildren(
        make('p', { class: 'pages-text' }, t('farcaster.text')),
        make('a', { class: 'wallet-link', href: url, target: '_blank', rel: 'noopener noreferrer' }, url),
      )
      say(t('farcaster.waiting'))
      await farcaster.handlers.CONNECT_FARCASTER(undefined, asking)
    } catch (error) {
      // Says nothing if another provider was chosen in the meantime.
      if (latest === undefined) say(failureText(error))
      return
    } finally {
      phone.replaceChildren()
    }
    await onSignedIn()
  }

  const entry = (made: HTMLButtonElement) => make('li', {}, made)
  body.append(
    make(
      'ul',
      { class: 'wallet-providers' },
      ...REDIRECT_PROVIDERS.map((provider) =>
        entry(button(t(`provider.${provider}`), () => signInAt(provider), 'quiet')),
      ),
      entry(button(t('provider.farcaster'), signInByPhone, 'quiet')),
    ),
    phone,
  )
}
