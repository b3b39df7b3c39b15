import { LOGIN_SESSION_END_PATH } from '@portico/contracts/services/login'
import { unknown } from 'valibot'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { beginSection } from './parts.ts'
import { t } from './texts.ts'

/**
 * Ends all sessions but that of this page, and splits the seed anew: what a lost device has is worth nothing then, and every
 * other device has to be confirmed again. Of a wallet that cannot be opened it ends the sessions: that takes no shares, and
 * somebody else's session may be why.
 */
export function showSignOut({ session, sessions, wallet, addresses, signal }: OpenedWallet, place: HTMLElement): void {
  const { make, body, say, button } = beginSection(place, t('signOut.title'))

  async function signOut(): Promise<void> {
    say(session.provider === 'email' && addresses ? t('link.working', { email: session.email ?? '' }) : t('working'))
    try {
      // First, because it works at once: shares are renewed when the link was followed.
      await sessions.ask(LOGIN_SESSION_END_PATH, unknown(), { body: { everywhere: true, keepThis: true } })
      if (addresses) await wallet.renewShares(signal)
    } catch (error) {
      if (!signal.aborted) say(t('signOut.unfinished', { why: failureText(error) }))
      return
    }
    say(t(addresses ? 'signOut.done' : 'signOut.ended'))
  }

  body.append(make('p', { class: 'pages-text' }, t('signOut.text')), button(t('signOut.button'), signOut, 'quiet'))
}
