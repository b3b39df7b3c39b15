import type { LoginClient } from '../../login/createLoginClient.ts'
import { Refused } from '../../messages/channel.ts'
import type { OwnSessions } from '../../session/createSessions.ts'
import { beginSection } from './parts.ts'
import { showEmailSignIn } from './signInByEmail.ts'
import { showElsewhere } from './signInElsewhere.ts'
import { t } from './texts.ts'

/** What signing in on this page is made of. */
export interface Entrance {
  readonly window: Window
  readonly login: LoginClient
  readonly sessions: OwnSessions
  /** Aborts when the page is left. */
  readonly signal: AbortSignal
}

/**
 * Asks whoever has opened the page to sign in, as they have done where they use their wallet.
 * @param onSignedIn `sessions` has the session then
 */
export function showSignIn(place: HTMLElement, entrance: Entrance, onSignedIn: () => Promise<void>): void {
  const { sessions, signal } = entrance
  const life = new AbortController()
  signal.addEventListener('abort', () => life.abort(), { once: true })
  let isTaken = false
  /** Of several ways that were begun, one signs in: the others, and what they have opened, are over then. */
  const once: Entrance = {
    ...entrance,
    signal: life.signal,
    sessions: {
      ...sessions,
      async open(session) {
        if (isTaken || signal.aborted) throw new Refused('notConnected')
        isTaken = true
        return sessions.open(session)
      },
    },
  }
  async function enter(): Promise<void> {
    life.abort()
    await onSignedIn()
  }
  const page = place.ownerDocument
  const [byEmail, elsewhere] = [page.createElement('section'), page.createElement('section')]
  place.replaceChildren(byEmail, elsewhere)
  const email = beginSection(byEmail, t('signIn.title'))
  email.body.append(email.make('p', { class: 'pages-text' }, t('signIn.why')))
  showEmailSignIn(email, once, enter)
  showElsewhere(beginSection(elsewhere, t('signIn.elsewhere')), once, enter)
}
