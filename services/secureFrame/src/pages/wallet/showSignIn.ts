import type { LoginClient } from '../../login/createLoginClient.ts'
import { Refused } from '../../messages/channel.ts'
import type { OwnSessions } from '../../session/createSessions.ts'
import { beginSection } from './beginSection.ts'
import { showEmailSignIn } from './signInByEmail.ts'
import { showElsewhere } from './signInElsewhere.ts'
import { t } from './texts.ts'

/** What signing in on this page needs. */
export interface Entrance {
  readonly window: Window
  readonly login: LoginClient
  readonly sessions: OwnSessions
  /** Aborts when the page is left. */
  readonly signal: AbortSignal
}

/**
 * Asks the visitor to sign in by any of the ways that sites offer.
 * @param onSignedIn called when `sessions` has the session
 */
export function showSignIn(place: HTMLElement, entrance: Entrance, onSignedIn: () => Promise<void>): void {
  const { sessions, signal } = entrance
  const life = new AbortController()
  signal.addEventListener('abort', () => life.abort(), { once: true })
  let isTaken = false
  /** Only the first of several attempts signs in. It ends the others and closes their windows. */
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
