/** @jest-environment jsdom */
import type { OpenedSession } from '@portico/contracts/services/login'
import type { LoginClient } from '../../login/createLoginClient.ts'
import type { OwnSessions } from '../../session/createSessions.ts'
import { showSignIn } from './showSignIn.ts'

const STATE = 's'.repeat(43)
const sessionOf = (provider: 'email' | 'google'): OpenedSession => ({
  subject: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  provider,
  email: 'ada@mail.example',
  userName: null,
  expiresAtMs: Date.now() + 60_000,
  isBeingDeleted: false,
  token: 't'.repeat(43),
})

afterEach(() => document.body.replaceChildren())

const until = async (isSo: () => unknown) => {
  while (!isSo()) await new Promise((next) => setTimeout(next))
}

function open() {
  const place = document.createElement('div')
  document.body.append(place)
  const life = new AbortController()
  const opened: string[] = []
  const entered = jest.fn(async () => {})
  const popup = { closed: false, close: jest.fn(), location: { replace: jest.fn() } }
  const late: ((session: OpenedSession) => void)[] = []
  const answers: Record<string, () => unknown> = {
    '/login/v1/codes': () => ({ attempt: 'a'.repeat(43) }),
    '/login/v1/codes/check': () => ({ outcome: 'accepted', isNew: false, session: sessionOf('email') }),
    '/login/v1/social/start': () => ({
      attempt: 'b'.repeat(43),
      url: `https://google.example/?state=${STATE}`,
      canLeadBack: false,
    }),
    '/login/v1/social/finish': () =>
      new Promise((answer) => {
        late.push((session) => answer({ outcome: 'accepted', isNew: false, session }))
      }),
  }
  const login: LoginClient = { ask: async (path) => (await answers[path]?.()) as never }
  const sessions = {
    keyThumbprint: async () => 'k'.repeat(43),
    current: async () => undefined,
    open: async ({ provider }: OpenedSession) => void opened.push(provider),
  } as unknown as OwnSessions
  /** Delivers messages from other windows, because tests cannot make trusted events. */
  let hear: (message: object) => void = () => {}
  const shown = {
    location: window.location,
    open: () => popup,
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener
    },
  } as unknown as Window
  showSignIn(place, { window: shown, login, sessions, signal: life.signal }, entered)

  const press = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
  async function fill(name: string, value: string, button: string) {
    await until(() => place.querySelector(`[name=${name}]`))
    const input = place.querySelector(`[name=${name}]`) as HTMLInputElement
    input.value = value
    press(button)
  }
  async function byEmail() {
    await fill('email', 'ada@mail.example', 'Send me a code')
    await fill('code', '123456', 'Sign in')
  }
  async function atGoogle() {
    press('Google')
    await until(() => popup.location.replace.mock.calls.length)
  }
  function comeBack() {
    const { origin } = window.location
    hear({ data: { resultUri: `${origin}/back?state=${STATE}&code=c` }, origin, source: popup, isTrusted: true })
  }
  return { byEmail, atGoogle, comeBack, popup, opened, entered, late }
}

test("signing in by email closes a provider's window that was opened earlier", async () => {
  const { byEmail, atGoogle, popup, opened, entered } = open()
  await atGoogle()
  expect(popup.close).not.toHaveBeenCalled()
  await byEmail()
  await until(() => entered.mock.calls.length)
  expect(popup.close).toHaveBeenCalled()
  expect(opened).toEqual(['email'])
})

test('a provider that answers after the sign-in by email does not replace the visitor', async () => {
  const { byEmail, atGoogle, comeBack, opened, entered, late } = open()
  await atGoogle()
  comeBack()
  await until(() => late.length)
  await byEmail()
  await until(() => entered.mock.calls.length)
  late[0]?.(sessionOf('google'))
  await new Promise((next) => setTimeout(next, 0))
  expect([opened, entered.mock.calls.length]).toEqual([['email'], 1])
})
