import { LOGIN_SESSION_END_PATH } from '@portico/contracts/services/login'
import { unknown } from 'valibot'
import { beginSection } from './beginSection.ts'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { t } from './texts.ts'

/**
 * Ends all sessions but this page's, and splits the seed again: a lost device's share becomes worthless, and every
 * other device has to be confirmed again. If the wallet cannot be opened, it only ends the sessions, which needs no
 * shares, and which helps if someone else's session is the reason.
 */
export function showSignOut({ session, sessions, wallet, addresses, signal }: OpenedWallet, place: HTMLElement): void {
  const { make, body, say, button, isDone } = beginSection(place, t('signOut.title'))

  async function signOut(): Promise<void> {
    say(session.provider === 'email' && addresses ? t('link.working', { email: session.email ?? '' }) : t('working'))
    const unfinished = (error: unknown) => t('signOut.unfinished', { why: failureText(error) })
    if (await isDone(endOthers(), signal, unfinished)) say(t(addresses ? 'signOut.done' : 'signOut.ended'))
  }

  async function endOthers(): Promise<void> {
    // Sessions come first, because ending them takes effect at once, while renewing the shares waits for the link.
    await sessions.ask(LOGIN_SESSION_END_PATH, unknown(), { body: { everywhere: true, keepThis: true } })
    if (addresses) await wallet.renewShares(signal)
  }

  body.append(make('p', { class: 'pages-text' }, t('signOut.text')), button(t('signOut.button'), signOut, 'quiet'))
}
