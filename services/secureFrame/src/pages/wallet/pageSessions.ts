import type { Place } from '../../interfaces.ts'
import type { LoginClient } from '../../login/createLoginClient.ts'
import { createSessions, type OwnSessions } from '../../session/createSessions.ts'
import type { Tabs } from '../../session/createTabs.ts'
import { KEY } from '../../session/frameKey.ts'
import { openShelf, type Shelf } from '../../session/openShelf.ts'

const NO_STORAGE = {}
/** Not the name of the frames' key: some browsers share storage, and deleting a wallet here removes only this key. */
const PAGE_KEY = 'page key'
const NO_TABS: Tabs = { tell() {}, watch: () => () => {}, close() {} }

/**
 * The session of this page, which is kept in memory only: every visitor has to sign in here. Only the key, which cannot
 * be exported, stays in this browser, so that a wallet that has admitted this page recognizes it the next time, and a
 * page that waits for a day can be closed in the meantime.
 * @param kept the storage of the key
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

/** Makes the page a new device from the next sign-in on, after a wallet was deleted here. */
export const forgetPageKey = (kept: Shelf = openShelf()): Promise<void> => kept.remove(PAGE_KEY)
