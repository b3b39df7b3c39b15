import { IDBFactory } from 'fake-indexeddb'
import type { LoginClient } from '../../login/createLoginClient.ts'
import { createPageSessions } from './pageSessions.ts'

const place = { page: () => 'https://secure.example' }
const opened = {
  subject: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  provider: 'email' as const,
  email: 'ada@mail.example',
  userName: null,
  expiresAtMs: Date.now() + 60_000,
  isBeingDeleted: false,
  token: 't'.repeat(43),
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

function newPage() {
  const requests: string[] = []
  const login: LoginClient = {
    async ask(path) {
      requests.push(path)
      return undefined as never
    },
  }
  return { requests, sessions: createPageSessions(place, login) }
}

test('a visitor who signs in on this page is not signed in when the page is opened again', async () => {
  const page = newPage()
  await page.sessions.open(opened)
  expect(await page.sessions.current()).toMatchObject({ subject: opened.subject })
  expect(await newPage().sessions.current()).toBeUndefined()
})

test('the page has the same key on the next visit, so that a wallet that has admitted the page recognizes it', async () => {
  const page = newPage()
  const key = await page.sessions.keyThumbprint()
  await page.sessions.open(opened)
  await page.sessions.end()
  expect(await newPage().sessions.keyThumbprint()).toBe(key)
})

test('leaving the page ends the session at the login service; without a sign-in, nothing is requested', async () => {
  const page = newPage()
  await page.sessions.end()
  expect(page.requests).toEqual([])
  await page.sessions.open(opened)
  await page.sessions.end()
  expect(page.requests).toEqual(['/login/v1/session/end'])
  expect(await page.sessions.current()).toBeUndefined()
})
