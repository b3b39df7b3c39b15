import type { OpenedSession } from '@portico/contracts/services/login'
import { IDBFactory } from 'fake-indexeddb'
import type { LoginClient } from '../login/createLoginClient.ts'
import { createSessions } from './createSessions.ts'
import { openShelf } from './openShelf.ts'

const DAY_MS = 86_400_000
const session: OpenedSession = {
  subject: '8f14e45f-ceea-4a7a-9b1d-1f2e3d4c5b6a',
  provider: 'google',
  email: null,
  userName: 'ada',
  isBeingDeleted: false,
  expiresAtMs: 10 * DAY_MS,
  token: 't'.repeat(43),
}

/** A visitor has signed in, time has passed, and the login service gives this answer to a request for a new token. */
async function rotated(said: Partial<OpenedSession>) {
  let nowMs = 0
  const answer = { ...session, expiresAtMs: 20 * DAY_MS, token: 'n'.repeat(43), ...said }
  const sessions = createSessions({
    place: { page: () => 'https://shop.example' },
    login: { ask: async () => answer } as unknown as LoginClient,
    shelf: openShelf({ indexedDB: new IDBFactory() }),
    tabs: { tell() {}, watch: () => () => {}, close() {} },
    now: () => nowMs,
  })
  await sessions.open(session)
  nowMs = 9 * DAY_MS
  expect(await sessions.check()).toBe(true)
  return sessions.current()
}

test("a session is renewed after half of its lifetime, with the user's current data", async () => {
  expect(await rotated({ userName: 'lovelace' })).toMatchObject({
    subject: session.subject,
    userName: 'lovelace',
    expiresAtMs: 20 * DAY_MS,
    // The sign-in still has to be reported to the stores.
    keepDueSinceMs: 0,
  })
})

test.each([
  ['another wallet', { subject: '11111111-1111-4111-8111-111111111111' }],
  ['another sign-in method', { provider: 'email', email: 'thief@bank.example' }],
] as const)('a new token for %s is ignored', async (_, said) => {
  expect(await rotated(said)).toMatchObject({ subject: session.subject, provider: 'google', expiresAtMs: 10 * DAY_MS })
})
