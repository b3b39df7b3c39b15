import type { Addresses, Place, Session } from '../../interfaces.ts'
import { createWallet } from '../../keys/createWallet.ts'
import { openKeyDatabase } from '../../keys/keyDatabase.ts'
import { createLoginClient } from '../../login/createLoginClient.ts'
import { Refused } from '../../messages/channel.ts'
import { part, type Surroundings, say } from '../show.ts'
import { beginSection } from './beginSection.ts'
import { showDelete } from './deleteSection.ts'
import { showDevices } from './devicesSection.ts'
import { showExport } from './exportSection.ts'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { createPageSessions } from './pageSessions.ts'
import { showPasskeys } from './passkeySection.ts'
import { showSignIn } from './showSignIn.ts'
import { showWho } from './showWho.ts'
import { showSignOut } from './signOutSection.ts'
import { t } from './texts.ts'

/** How long the wallet stays open, for visitors who leave the machine with the page open. */
const OPEN_LIMIT_MS = 15 * 60_000
const PROJECT_ID = /^[\da-f]{32}$/

/** A section of the page: fills its place, a `<section>` of its own, and puts its heading (`h2`) there. */
interface Section {
  readonly show: (opened: OpenedWallet, place: HTMLElement) => void
  /** The section also works if the wallet cannot be opened. */
  readonly worksClosed?: true
}

/** The sections from top to bottom. */
export const sections: readonly Section[] = [
  { show: showDevices },
  { show: showPasskeys },
  { show: showExport },
  { show: showSignOut, worksClosed: true },
  { show: showDelete, worksClosed: true },
]

/**
 * What the visitor has to do first.
 * @param opensAt when the wallet opens by itself, in Unix seconds; undefined if it does not
 */
function waitingText({ email }: Pick<Session, 'email'>, opensAt: number | undefined): string {
  if (opensAt === undefined) return email === null ? t('wallet.opening') : t('wallet.link', { email })
  const at = new Date(opensAt * 1_000)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(at)
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at)
  return t('wallet.device', { day, time })
}

/**
 * The page "Your wallet". It always starts without a session, whoever is signed in elsewhere in this browser. A sign-in
 * counts on this page only, until the visitor leaves it, a section closes the wallet, or the time is up.
 */
export function showWallet({ window, settings, fetch = (...args) => globalThis.fetch(...args) }: Surroundings): void {
  const { document: page, location } = window
  const place = part(page, 'place')
  const projectId = new URLSearchParams(location.search).get('projectId') ?? ''
  if (!settings || !PROJECT_ID.test(projectId)) {
    say(page, t('wallet.incomplete'))
    return
  }

  const at: Place = { settings, projectId, page: () => location.origin }
  const login = createLoginClient(at, fetch)
  const database = openKeyDatabase()
  /** Ends the current session and everything that depends on it. */
  let leave = () => {}

  /** Moves the focus to the text that says what is next, because the pressed button is gone. */
  function tell(text: string): void {
    say(page, text)
    part(page, 'status').focus()
  }

  function begin(): void {
    const life = new AbortController()
    const { signal } = life
    const sessions = createPageSessions(at, login)
    const wallet = createWallet({ settings: at.settings, sessions, fetch, database })
    leave = () => {
      leave = () => {}
      life.abort()
      place.replaceChildren()
      void sessions.end()
    }
    function close(said: string): void {
      leave()
      begin()
      tell(said)
    }

    function showSections(session: Session, addresses: Addresses | undefined): void {
      const opened: OpenedWallet = {
        settings: at.settings,
        projectId,
        session,
        sessions,
        login,
        wallet,
        database,
        addresses,
        signal,
        close,
      }
      const shown = sections.filter(({ worksClosed }) => addresses || worksClosed)
      const places = shown.map(() => page.createElement('section'))
      const who = page.createElement('section')
      place.replaceChildren(who, ...places)
      showWho(opened, who)
      shown.forEach(({ show }, index) => {
        const there = places[index]
        if (there) show(opened, there)
      })
    }

    /** Offers another try: a new link can be mailed by then, and stores may be reachable again. */
    function offerAgain(session: Session): void {
      const there = page.createElement('section')
      place.prepend(there)
      const { body, button } = beginSection(there, t('again.title'))
      body.append(button(t('again.button'), () => open(session)))
    }

    async function open(session: Session): Promise<void> {
      place.replaceChildren()
      tell(t('wallet.opening'))
      const onWait = (opensAt?: number) => tell(waitingText(session, opensAt))
      try {
        // Browsers keep this page's storage apart from that of frames, so the page is a new device the first time.
        await wallet.waitForDevice(signal, { onWait })
        const addresses = await wallet.addresses()
        if (signal.aborted) return
        showSections(session, addresses)
        tell(t(session.isBeingDeleted ? 'wallet.kept' : 'wallet.open'))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof Refused && error.failure === 'notConnected') return close(failureText(error))
        const isStillDeleted = (await sessions.current())?.isBeingDeleted === true
        // A wallet that cannot be opened can still be deleted, as can the rest of an earlier deletion.
        if (error instanceof Refused && error.failure === 'keyUnavailable') showSections(session, undefined)
        offerAgain(session)
        tell(isStillDeleted ? t('wallet.notKept') : failureText(error))
      }
    }

    showSignIn(place, { window, login, sessions, signal }, async () => {
      const session = await sessions.current()
      if (!session || signal.aborted) return
      const timer = setTimeout(() => close(t('wallet.timeUp')), OPEN_LIMIT_MS)
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
      await open(session)
    })
  }

  begin()
  window.addEventListener('pagehide', () => leave())
  // A page from the browser's cache starts over.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
