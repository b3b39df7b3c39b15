import type { OwnSessions } from '../session/createSessions.ts'
import { createEmailLogin } from './createEmailLogin.ts'

const session = {
  subject: '8f14e45f-ceea-4a7a-9b1d-1f2e3d4c5b6a',
  provider: 'email',
  email: 'ada@shop.example',
  userName: null,
  expiresAtMs: 1,
  token: 't'.repeat(43),
}
const asking = { origin: 'https://shop.example', signal: new AbortController().signal }

/** A visitor types an address and the right code, and the login service answers. */
async function typed(email: string, answer: object) {
  const opened: unknown[] = []
  const { handlers } = createEmailLogin({
    login: {
      ask: async (path: string): Promise<never> =>
        (path.endsWith('/check')
          ? { outcome: 'accepted', isNew: true, session: { ...session, ...answer } }
          : { attempt: 'a'.repeat(43) }) as never,
    },
    sessions: {
      current: async () => undefined,
      keyThumbprint: async () => 'k'.repeat(43),
      open: async (one: unknown) => opened.push(one),
    } as unknown as OwnSessions,
    wallet: { forget: () => {} },
    isConnected: async () => false,
  })
  expect(await handlers.CONNECT_EMAIL({ email }, asking)).toEqual({ action: 'VERIFY_OTP' })
  return { opened, signedIn: handlers.CONNECT_OTP({ otp: '123456' }, asking) }
}

test.each(['ada@shop.example', 'Ada@SHOP.example'])('a visitor who types %s is signed in with it', async (email) => {
  const { opened, signedIn } = await typed(email, {})
  await signedIn
  expect(opened).toHaveLength(1)
})

test.each([
  ['another address', { email: 'thief@bank.example' }],
  ['no address', { email: null }],
  ['another provider', { provider: 'google' }],
])('an answer with %s is refused, because it would decide where links are mailed', async (_, answer) => {
  const { opened, signedIn } = await typed('ada@shop.example', answer)
  await expect(signedIn).rejects.toMatchObject({ failure: 'internal' })
  expect(opened).toEqual([])
})
