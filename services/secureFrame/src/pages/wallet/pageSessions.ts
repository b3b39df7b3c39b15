import type { Place } from '../../interfaces.ts'
import type { LoginClient } from '../../login/createLoginClient.ts'
import { createSessions, type OwnSessions } from '../../session/createSessions.ts'
import type { Tabs } from '../../session/createTabs.ts'
import { KEY } from '../../session/frameKey.ts'
import { openShelf, type Shelf } from '../../session/openShelf.ts'

const NO_STORAGE = {}
/** Differs from the frames' key, if browsers do not separate them: it goes with a deleted wallet. */
const PAGE_KEY = 'page key'
const NO_TABS: Tabs = { tell() {}, watch: () => () => {}, close() {} }

/**
 * The session of this page: never read from storage, never left there. Its visitor has always signed in on it.
 * Its key stays in this browser and is not exportable: a wallet that has let this page in recognizes it the next time,
 * and a page that waits for a day may be closed meanwhile.
 * @param kept where the key is
 */
export function createPageSessions(
  place: Pick<Place, 'page'>,
  login: LoginClient,
  kept: Shelf = openShelf(),
): OwnSessions {
  const memory = openShelf(NO_STORAGE)
  const shelf: Shelf = {
    ...memory,
    get: (name) => (name === KEY ? kept.get(PAGE_KEY) : memory.get(name)),
    set: (name, value) => (name === KEY ? kept.set(PAGE_KEY, value) : memory.set(name, value)),
    keepFirst: (name, value) => (name === KEY ? kept.keepFirst(PAGE_KEY, value) : memory.keepFirst(name, value)),
  }
  return createSessions({ place, login, shelf, tabs: NO_TABS })
}

/** Makes the page a new device from its next sign-in on: for a wallet that was deleted on it. */
export const forgetPageKey = (kept: Shelf = openShelf()): Promise<void> => kept.remove(PAGE_KEY)
