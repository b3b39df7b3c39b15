import type { OpenedSession } from '@portico/contracts/services/login'
import { type LoginClient, LoginError } from '../login/createLoginClient.ts'
import { createSessions } from './createSessions.ts'
import type { Tabs } from './createTabs.ts'
import { openShelf, type Shelf } from './openShelf.ts'

const NO_STORAGE = {}
const NO_TABS: Tabs = { tell() {}, watch: () => () => {}, close() {} }
const place = { page: () => 'https://shop.example' }
const SESSION_PATH = '/login/v1/session'

const sessionOf = (letter: string, more: Partial<OpenedSession> = {}): OpenedSession => ({
  subject: crypto.randomUUID(),
  provider: 'email',
  email: `${letter}@mail.example`,
  userName: null,
  expiresAtMs: Date.now() + 60_000,
  isBeingDeleted: false,
  token: letter.repeat(43),
  ...more,
})

/** Two tabs of one browser. `meanwhile` runs between the first tab's read of the shelf and its next step. */
function twoTabs() {
  const shelf = openShelf(NO_STORAGE)
  const requests: string[] = []
  let meanwhile: (() => Promise<unknown>) | undefined
  let refusals: Readonly<Record<string, string>> = {}
  const login: LoginClient = {
    async ask(path, _, { token = '' } = {}) {
      requests.push(`${path} ${token.slice(0, 1)}`)
      const code = refusals[token.slice(0, 1)]
      if (code) throw new LoginError(code)
      return {} as never
    },
  }
  const once = async () => {
    const work = meanwhile
    meanwhile = undefined
    await work?.()
  }
  const watched: Shelf = {
    ...shelf,
    async get(key) {
      const value = await shelf.get(key)
      // The tab goes on with the value from before `meanwhile`.
      if (requests.length > 0) await once()
      return value
    },
    async replaceWhere(...change) {
      await once()
      return shelf.replaceWhere(...change)
    },
  }
  return {
    requests,
    first: createSessions({ place, login, shelf: watched, tabs: NO_TABS }),
    second: createSessions({ place, login, shelf, tabs: NO_TABS }),
    /** Sets the codes with which requests are refused, keyed by the first letter of the token. */
    refuse(codes: typeof refusals) {
      refusals = codes
    },
    while(work: typeof meanwhile) {
      meanwhile = work
    },
  }
}

const look = (tab: ReturnType<typeof createSessions>) => tab.ask(SESSION_PATH, {} as never)
const notConnected = expect.objectContaining({ failure: 'notConnected' })

test('a session that has ended at the login service is forgotten', async () => {
  const { first, second, refuse } = twoTabs()
  await first.open(sessionOf('a'))
  refuse({ a: 'auth.session' })
  await expect(look(first)).rejects.toEqual(notConnected)
  expect(await second.current()).toBeUndefined()
})

test("a visitor stays signed in if another tab signs in just when this tab's session turns out to have ended", async () => {
  const tabs = twoTabs()
  await tabs.first.open(sessionOf('a'))
  tabs.refuse({ a: 'auth.session' })
  tabs.while(() => tabs.second.open(sessionOf('b')))
  await look(tabs.first)
  expect(await tabs.second.current()).toMatchObject({ email: 'b@mail.example' })
  expect(tabs.requests.filter((one) => one.startsWith(`${SESSION_PATH} `))).toEqual([
    `${SESSION_PATH} a`,
    `${SESSION_PATH} b`,
  ])
})

test('a session that is too old for a request is refused, but stays valid for other requests', async () => {
  const { first, refuse } = twoTabs()
  await first.open(sessionOf('a'))
  refuse({ a: 'auth.stale' })
  await expect(look(first)).rejects.toEqual(notConnected)
  expect(await first.current()).toMatchObject({ email: 'a@mail.example' })
})

test('a new address belongs to the session that changed it, and to no other', async () => {
  const tabs = twoTabs()
  await tabs.first.open(sessionOf('a'))
  await look(tabs.first)
  tabs.while(() => tabs.second.open(sessionOf('b')))
  await tabs.first.setEmail('new@mail.example')
  expect(await tabs.second.current()).toMatchObject({ email: 'b@mail.example' })
})

test('once the login service has cancelled a deletion, the session no longer says that the wallet is being deleted', async () => {
  const { first, second, refuse, requests } = twoTabs()
  await first.open(sessionOf('a', { isBeingDeleted: true }))
  refuse({ a: 'server.failed' })
  await expect(first.keepIdentity()).rejects.toEqual(expect.objectContaining({ failure: 'keyUnavailable' }))
  expect(await second.current()).toMatchObject({ isBeingDeleted: true })
  refuse({})
  await first.keepIdentity()
  expect(requests.at(-1)).toBe('/login/v1/identity/keep a')
  expect(await second.current()).toMatchObject({ isBeingDeleted: false })
})

test('each sign-in is reported to the stores once, even if another tab signs in too', async () => {
  const tabs = twoTabs()
  await tabs.first.open(sessionOf('a'))
  const { keepDueSinceMs = 0 } = (await tabs.second.current()) ?? {}
  expect(keepDueSinceMs).toBeGreaterThan(0)
  await tabs.first.storesTold(keepDueSinceMs - 1)
  expect(await tabs.second.current()).toMatchObject({ keepDueSinceMs })
  await tabs.first.storesTold(keepDueSinceMs)
  expect((await tabs.second.current())?.keepDueSinceMs).toBeUndefined()
})
