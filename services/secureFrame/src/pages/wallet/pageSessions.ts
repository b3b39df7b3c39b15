import type { LoginClient } from '../../login/createLoginClient.ts'
import type { Place } from '../../parts.ts'
import { createSessions, type OwnSessions } from '../../session/createSessions.ts'
import type { Tabs } from '../../session/createTabs.ts'
import { KEY } from '../../session/frameKey.ts'
import { openShelf, type Shelf } from '../../session/openShelf.ts'

const NO_STORAGE = {}
const NO_TABS: Tabs = { tell() {}, watch: () => () => {}, close() {} }

/**
 * The session of this page: it is never found in storage and never left there. Whoever sees the page open has signed in on it.
 * The key stays in this browser, which nobody can export it from: a wallet that has let this page in knows it the next time, and
 * a page that waits for a day may be closed meanwhile.
 * @param kept where the key is
 */
export function createPageSessions(
  place: Pick<Place, 'page'>,
  login: LoginClient,
  kept: Shelf = openShelf(),
): OwnSessions {
  const memory = openShelf(NO_STORAGE)
  const shelfOf = (name: string) => (name === KEY ? kept : memory)
  const shelf: Shelf = {
    ...memory,
    get: (name) => shelfOf(name).get(name),
    set: (name, value) => shelfOf(name).set(name, value),
    keepFirst: (name, value) => shelfOf(name).keepFirst(name, value),
  }
  return createSessions({ place, login, shelf, tabs: NO_TABS })
}
