import type { OwnSessions } from '../session/createSessions.ts'
import { createEmailChange } from './createEmailChange.ts'

const asking = { origin: 'https://shop.example', signal: new AbortController().signal }
const OTP = { otp: '123456' }

/** A login service that answers when the test says so. */
function begin() {
  const waiting: { readonly path: string; readonly body: unknown; answer(value: unknown): void }[] = []
  const told: string[] = []
  const emails: string[] = []
  const sessions = {
    current: async () => ({ provider: 'email' }),
    ask: (path: string, _: unknown, { body }: { body?: unknown } = {}) =>
      new Promise((answer) => void waiting.push({ path, body, answer })),
    setEmail: async (email: string) => void emails.push(email),
  } as unknown as OwnSessions
  const change = createEmailChange({ sessions, onEmailChanged: async (email) => void told.push(email) })
  /** Answers the oldest request. @returns its body */
  async function next(value: unknown): Promise<unknown> {
    while (waiting.length === 0) await Promise.resolve()
    const one = waiting.shift()
    one?.answer(value)
    return one?.body
  }
  return { ...change, next, told, emails }
}

test('the recovery store gets the address typed for this change, even if another change has begun meanwhile', async () => {
  const { handlers, next, told } = begin()
  const first = handlers.UPDATE_EMAIL({ email: 'one@mail.example' }, asking)
  await next({ attempt: 'a' })
  await first
  const changed = handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)
  const second = handlers.UPDATE_EMAIL({ email: 'two@mail.example' }, asking)
  expect(await next({ outcome: 'changed', email: 'one@mail.example' })).toMatchObject({ attempt: 'a' })
  await next({ attempt: 'b' })
  await Promise.all([changed, second])
  expect(told).toEqual(['one@mail.example'])

  // The other change, which was begun meanwhile, continues.
  const other = handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)
  expect(await next({ outcome: 'changed', email: 'two@mail.example' })).toMatchObject({ attempt: 'b' })
  await other
  expect(told).toEqual(['one@mail.example', 'two@mail.example'])
})

test('a change that could not be begun leaves the previous one as it was', async () => {
  const { handlers, next, told } = begin()
  const first = handlers.UPDATE_EMAIL({ email: 'one@mail.example' }, asking)
  await next({ attempt: 'a' })
  await first
  const failing = handlers.UPDATE_EMAIL({ email: 'two@mail.example' }, asking)
  await next(Promise.reject(new Error('offline')))
  await expect(failing).rejects.toThrow('offline')
  const changed = handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)
  expect(await next({ outcome: 'changed', email: 'one@mail.example' })).toMatchObject({ attempt: 'a' })
  await changed
  expect(told).toEqual(['one@mail.example'])
})

test('if the new address is taken, the page learns that and the attempt ends', async () => {
  const { handlers, next, told, emails } = begin()
  const first = handlers.UPDATE_EMAIL({ email: 'one@mail.example' }, asking)
  await next({ attempt: 'a' })
  await first
  const changed = handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)
  await next({ outcome: 'taken' })
  await expect(changed).rejects.toEqual(expect.objectContaining({ failure: 'emailTaken' }))
  await expect(handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)).rejects.toEqual(
    expect.objectContaining({ failure: 'codeExpired' }),
  )
  expect([told, emails]).toEqual([[], []])
})

test('the login service alone cannot decide which address the recovery store mails to', async () => {
  const { handlers, next, told, emails } = begin()
  const first = handlers.UPDATE_EMAIL({ email: 'one@mail.example' }, asking)
  await next({ attempt: 'a' })
  await first
  const changed = handlers.UPDATE_EMAIL_SECONDARY_OTP(OTP, asking)
  await next({ outcome: 'changed', email: 'thief@elsewhere.example' })
  await expect(changed).rejects.toEqual(expect.objectContaining({ failure: 'internal' }))
  expect([told, emails]).toEqual([[], []])
})
