import type { LoginClient } from '../../login/createLoginClient.ts'
import type { Place } from '../../parts.ts'
import { createSessions, type OwnSessions } from '../../session/createSessions.ts'
import type { Tabs } from '../../session/createTabs.ts'
import { openShelf } from '../../session/openShelf.ts'

const NO_STORAGE = {}
const NO_TABS: Tabs = { tell() {}, watch: () => () => {}, close() {} }

/**
 * The session of this page: it is never found in storage and never left there, and its key neither. Whoever sees the page
 * open has signed in on it.
 */
export const createPageSessions = (place: Pick<Place, 'page'>, login: LoginClient): OwnSessions =>
  createSessions({ place, login, shelf: openShelf(NO_STORAGE), tabs: NO_TABS })
