import { randomBytes } from 'node:crypto'
import { REDIRECT_PROVIDERS, type RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import {
  LoginSessionAnswer,
  SocialFinishAnswer,
  SocialLookAnswer,
  SocialStartAnswer,
} from '@portico/contracts/services/login'
import { parse } from 'valibot'
import { createVisitors } from '../../services/testing/loginVisitor'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { runLocalIdentity, socialAt } from '../../services/testing/runLocalIdentity'
import { type Choice, signInAt } from '../../services/testing/signInAt'
import { type LoginService, newSigningKey, SECURE_SITE, SHOP, startLogin } from '../../services/testing/startLogin'

jest.setTimeout(60_000)

const MINUTE_MS = 60_000
const BACK = `${SECURE_SITE}/back`
const ADA: Choice = { person: 'ada' }
const GRACE: Choice = { person: 'grace' }
const DENY: Choice = { deny: 'yes' }

let mail: MailServer
let providers: Awaited<ReturnType<typeof runLocalIdentity>>
let service: LoginService
let visitors: ReturnType<typeof createVisitors>

beforeAll(async () => {
  ;[mail, providers] = await Promise.all([startMailServer(), runLocalIdentity(SECURE_SITE)])
  service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' }, newSigningKey(), {
    social: providers.social,
  })
  visitors = createVisitors(service, mail)
})
afterAll(async () => {
  await service?.close()
  await providers?.stop()
  await mail?.close()
})

const codeOf = ({ answer }: { answer: unknown }) => (answer as { error?: { code?: string } })?.error?.code
const fresh = () => randomBytes(32).toString('base64url')
const clients = (() => {
  let asked = 0
  return () => `203.0.113.${(asked++ >> 4) % 250}`
})()

const ask = (path: string, body: unknown, more = {}) =>
  visitors.ask(`/login/v1/social/${path}`, { body, client: clients(), ...more })
async function start(provider: RedirectProvider, keyThumbprint = fresh()) {
  const { answer } = await ask('start', { provider, page: SHOP.origin, keyThumbprint })
  return parse(SocialStartAnswer, answer)
}
const whoWaits = async (state: string) => parse(SocialLookAnswer, (await ask('look', { state })).answer)
const look = async (state: string) => (await whoWaits(state)).page
const finish = async (body: unknown) => parse(SocialFinishAnswer, (await ask('finish', body)).answer)
const given = (attempt: string, { state, code, user }: Readonly<Record<string, string>>) => ({
  attempt,
  state,
  code,
  ...(user !== undefined && { user }),
})

/** Goes through a login up to the provider's redirect. */
async function visited(provider: RedirectProvider, choice: Choice = ADA, keyThumbprint?: string) {
  const { attempt, url } = await start(provider, keyThumbprint)
  return { attempt, url, back: await signInAt(url, BACK, choice) }
}
async function signedIn(provider: RedirectProvider, choice?: Choice, keyThumbprint?: string) {
  const { attempt, back } = await visited(provider, choice, keyThumbprint)
  const answer = await finish(given(attempt, back))
  if (answer.outcome !== 'accepted') throw new Error(`${provider} was ${answer.outcome}: ${service.lines.at(-1)}`)
  return answer
}
let typed = 0
/** A person who has never signed in. */
const stranger = (more: Choice = {}): Choice => {
  typed += 1
  return { person: 'typed', name: `Emmy Noether ${typed}`, email: `emmy${typed}@portico.example`, ...more }
}

const ADA_SHOWN: Record<RedirectProvider, { email: string | null; userName: string }> = {
  google: { email: 'ada@portico.example', userName: 'Ada Lovelace' },
  apple: { email: 'ada@portico.example', userName: 'Ada Lovelace' },
  github: { email: 'ada@portico.example', userName: 'ada' },
  discord: { email: 'ada@portico.example', userName: 'Ada Lovelace' },
  x: { email: null, userName: 'ada' },
  facebook: { email: null, userName: 'Ada Lovelace' },
}

describe.each(REDIRECT_PROVIDERS)('an account at %s', (provider) => {
  test('opens a wallet, and the same one the next time', async () => {
    const keyThumbprint = fresh()
    const first = await signedIn(provider, ADA, keyThumbprint)
    expect(first).toMatchObject({ isNew: true, session: { provider, ...ADA_SHOWN[provider] } })
    const second = await signedIn(provider, ADA)
    expect(second).toMatchObject({
      isNew: false,
      session: { subject: first.session.subject, ...ADA_SHOWN[provider] },
    })
    expect((await signedIn(provider, GRACE)).session.subject).not.toBe(first.session.subject)
    // The session continues like any other.
    const { token, ...whole } = first.session
    const shown = (await visitors.ask('/login/v1/session', { token, method: 'GET' })).answer
    expect(parse(LoginSessionAnswer, shown)).toEqual(whole)
    const { answer } = await visitors.ask('/login/v1/assertions', { token, body: { store: 'auth' } })
    const [, claims = ''] = (answer as { assertion: string }).assertion.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: first.session.subject,
      cnf: { jkt: keyThumbprint },
      amr: [],
    })
    const changed = await visitors.ask('/login/v1/email', {
      token,
      body: { email: 'new@portico.example', page: SHOP.origin },
    })
    expect(codeOf(changed)).toBe('auth.session')
  })

  test('is requested with proof of possession (PKCE), and the provider refuses requests without it', async () => {
    const { url } = await start(provider)
    const asked = new URL(url).searchParams
    expect(asked.get('redirect_uri')).toBe(BACK)
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(asked.get('state')).toMatch(/^[\w-]{43}$/)
    const bare = new URL(url)
    bare.searchParams.delete('code_challenge')
    bare.searchParams.delete('code_challenge_method')
    expect(await signInAt(bare.href, BACK, ADA)).toMatchObject({ error: 'invalid_request' })
  })

  test('whose owner declines comes back with an error, and the state identifies the waiting page', async () => {
    const { url, back } = await visited(provider, DENY)
    expect(back).toMatchObject({ error: expect.stringMatching(/^(access_denied|user_cancelled_authorize)$/) })
    expect(back.code).toBeUndefined()
    const state = back.state ?? ''
    expect(state).toBe(new URL(url).searchParams.get('state'))
    expect(await look(state)).toBe(SHOP.origin)
  })

  test('is refused with the wrong state, and still works with the right one', async () => {
    const { attempt, back } = await visited(provider)
    const foreign = await visited(provider)
    expect(await finish(given(attempt, { ...back, state: fresh() }))).toEqual({ outcome: 'refused' })
    expect(await finish(given(attempt, { ...back, state: foreign.back.state ?? '' }))).toEqual({ outcome: 'refused' })
    expect(await finish(given(fresh(), back))).toEqual({ outcome: 'refused' })
    expect(await finish(given(attempt, back))).toMatchObject({ outcome: 'accepted' })
  })

  test('works once per response, even if it is sent twice at once', async () => {
    const { attempt, back } = await visited(provider)
    const answers = await Promise.all([finish(given(attempt, back)), finish(given(attempt, back))])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'refused'])
    expect(await look(back.state ?? '')).toBeNull()
    const again = await visited(provider)
    expect(await finish(given(again.attempt, { ...again.back, code: back.code ?? '' }))).toEqual({ outcome: 'refused' })
  })

  test("is refused with another attempt's code, so that a page cannot inject a code", async () => {
    const [victim, thief] = [await visited(provider), await visited(provider, GRACE)]
    const slipped = given(victim.attempt, { ...victim.back, code: thief.back.code ?? '' })
    expect(await finish(slipped)).toEqual({ outcome: 'refused' })
  })

  test('shows an address only if the provider has verified it, and removes it when that is no longer so', async () => {
    expect((await signedIn(provider, GRACE)).session.email).toBeNull()
    const person = stranger({ isVerified: 'yes' })
    const { isVerified: _, ...unconfirmed } = person
    const confirmed = await signedIn(provider, person)
    const later = await signedIn(provider, unconfirmed)
    expect(later.session.subject).toBe(confirmed.session.subject)
    expect(later.session.email).toBeNull()
  })

  test('must be answered within ten minutes', async () => {
    const { attempt, back } = await visited(provider)
    service.advance(11 * MINUTE_MS)
    expect(await look(back.state ?? '')).toBeNull()
    expect(await finish(given(attempt, back))).toEqual({ outcome: 'refused' })
    service.advance(-11 * MINUTE_MS)
  })
})

test.each([
  ['google', 'select_account'],
  ['github', 'select_account'],
  ['discord', 'consent'],
] as const)('%s is asked to always show its page: %s', async (provider, prompt) => {
  const { url } = await start(provider)
  expect(new URL(url).searchParams.get('prompt')).toBe(prompt)
})

test('redirects with a code go only to pages that the operator names', async () => {
  const asked = { provider: 'google', keyThumbprint: fresh() }
  const begun = async (at: LoginService, page: string) => {
    const { ask: askAt } = createVisitors(at, mail)
    const { answer } = await askAt('/login/v1/social/start', { body: { ...asked, page }, client: clients() })
    const { url, canLeadBack } = parse(SocialStartAnswer, answer)
    const state = new URL(url).searchParams.get('state')
    const looked = (await askAt('/login/v1/social/look', { body: { state }, client: clients() })).answer
    expect(looked).toEqual({ page, canLeadBack })
    return canLeadBack
  }
  expect(await begun(service, SHOP.origin)).toBe(false)
  const others = { social: providers.social, redirectPages: [SHOP.origin] }
  const open = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' }, newSigningKey(), others)
  try {
    expect(await begun(open, SHOP.origin)).toBe(true)
    // The project allows this page, but the operator does not name it for redirects.
    expect(await begun(open, SECURE_SITE)).toBe(false)
  } finally {
    await open.close()
  }
})

test('Apple sends a name once: it is stored, and later claims of a page do not change it', async () => {
  const emmy = stranger()
  const { attempt, back } = await visited('apple', emmy)
  expect(JSON.parse(back.user ?? '')).toMatchObject({ name: { firstName: 'Emmy', lastName: `Noether ${typed}` } })
  expect(await finish(given(attempt, back))).toMatchObject({ session: { userName: `Emmy Noether ${typed}` } })
  const second = await visited('apple', emmy)
  expect(second.back.user).toBeUndefined()
  expect(await finish(given(second.attempt, second.back))).toMatchObject({
    session: { userName: `Emmy Noether ${typed}` },
  })
  const third = await visited('apple', emmy)
  const forged = { ...third.back, user: JSON.stringify({ name: { firstName: 'Mallory', lastName: '' } }) }
  expect(await finish(given(third.attempt, forged))).toMatchObject({ session: { userName: `Emmy Noether ${typed}` } })
})

test.each(['', 'null', '{', '[]', '{"name":7}', '{"name":{"firstName":{}}}', '"name"'])(
  'an Apple name of %p is ignored, and the sign-in succeeds',
  async (user) => {
    const { attempt, back } = await visited('apple', stranger())
    expect(await finish(given(attempt, { ...back, user }))).toMatchObject({
      outcome: 'accepted',
      session: { userName: null },
    })
  },
)

test('e-mail and social accounts with one address have separate wallets', async () => {
  const email = 'one.address@portico.example'
  const byMail = await visitors.signedIn(email)
  const others = []
  for (const provider of ['google', 'apple', 'github', 'discord'] as const) {
    others.push(await signedIn(provider, { person: 'typed', name: 'One Address', email, isVerified: 'yes' }))
  }
  expect(others.map(({ isNew, session }) => [isNew, session.email])).toEqual(others.map(() => [true, email]))
  expect(new Set([byMail, ...others].map(({ session }) => session.subject)).size).toBe(5)
  expect((await visitors.signedIn(email)).session.subject).toBe(byMail.session.subject)
})

test('two windows that return at once with a new account make one wallet', async () => {
  const emmy = stranger()
  const [one, other] = [await visited('google', emmy), await visited('google', emmy)]
  const answers = await Promise.all([one, other].map(({ attempt, back }) => finish(given(attempt, back))))
  const sessions = answers.flatMap((answer) => (answer.outcome === 'accepted' ? [answer] : []))
  expect(new Set(sessions.map(({ session }) => session.subject)).size).toBe(1)
  expect(sessions.map(({ isNew }) => isNew).sort()).toEqual([false, true])
})

test('a client can start twenty social logins an hour, independent of mailed codes', async () => {
  const client = '2001:db8:9:9::1'
  const asked = { provider: 'google', page: SHOP.origin, keyThumbprint: fresh() }
  const answers = await Promise.all(Array.from({ length: 22 }, () => ask('start', asked, { client })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter((answer) => codeOf(answer) === 'rate.limited')).toHaveLength(2)
  const body = { email: visitors.newEmail(), page: SHOP.origin, keyThumbprint: fresh() }
  expect((await visitors.ask('/login/v1/codes', { client, body })).status).toBe(200)
})

test.each([
  ['a page of another site', { page: 'https://evil.example' }, 'origin.notAllowed'],
  ['an invalid page', { page: 'javascript:alert(1)' }, 'request.invalid'],
  ['an unknown provider', { provider: 'myspace' }, 'request.invalid'],
  ['e-mail as a provider', { provider: 'email' }, 'request.invalid'],
  ['an invalid key', { keyThumbprint: 'x' }, 'request.invalid'],
])('%s is not redirected', async (_, wrong, code) => {
  const right = { provider: 'google', page: SHOP.origin, keyThumbprint: fresh() }
  expect(codeOf(await ask('start', { ...right, ...wrong }))).toBe(code)
})

test.each([
  ['a client without an origin', null, 'origin.missing'],
  ['the page itself', SHOP.origin, 'origin.notAllowed'],
])('only scripts of the secure site may send requests, not %s', async (_, origin, code) => {
  for (const path of ['start', 'look', 'finish']) {
    const refused = await ask(path, {}, { origin })
    expect([refused.status, codeOf(refused)]).toEqual([403, code])
  }
})

test('log and database contain neither the codes and tokens of a provider nor its users', async () => {
  const { attempt, url, back } = await visited('github', stranger({ isVerified: 'yes' }))
  const rows = () =>
    Promise.all(
      (['login_social_attempts', 'login_sessions'] as const).map((table) =>
        service.db.selectFrom(table).selectAll().execute(),
      ),
    )
  const before = JSON.stringify(await rows())
  const accepted = await finish(given(attempt, back))
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
  const failed = await visited('github')
  await finish(given(failed.attempt, { ...failed.back, code: `${failed.back.code}x` }))
  const after = JSON.stringify(await rows())
  const log = service.lines.join('\n')
  expect(log).toContain('a provider did not confirm the sign-in')
  const secrets = [attempt, new URL(url).searchParams.get('state'), back.code, accepted.session.token]
  for (const secret of [...secrets, failed.back.code, 'secret+of/github==']) {
    expect(secret).toMatch(/^\S{8,}$/)
    for (const text of [before, after, log]) expect(text).not.toContain(secret)
  }
  expect(log).not.toMatch(/portico\.example|Emmy|Lovelace/)
})

describe('without the providers', () => {
  let alone: LoginService
  const started = async (provider: RedirectProvider) => {
    const asked = { body: { provider, page: SHOP.origin, keyThumbprint: fresh() } }
    return createVisitors(alone, mail).ask('/login/v1/social/start', { ...asked, client: clients() })
  }
  beforeAll(async () => {
    const { x: _, ...others } = socialAt('http://127.0.0.1:9')
    alone = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' }, newSigningKey(), {
      social: others,
    })
  })
  afterAll(() => alone?.close())

  test.each(REDIRECT_PROVIDERS.filter((provider) => provider !== 'x'))(
    '%s is reported as unavailable',
    async (provider) => {
      const { attempt, url } = parse(SocialStartAnswer, (await started(provider)).answer)
      const state = new URL(url).searchParams.get('state')
      const { answer } = await createVisitors(alone, mail).ask('/login/v1/social/finish', {
        body: { attempt, state, code: 'code' },
      })
      expect(answer).toEqual({ outcome: 'unavailable' })
    },
  )

  test('a provider that the operator has not configured does not redirect', async () => {
    const refused = await started('x')
    expect([refused.status, codeOf(refused)]).toEqual([503, 'social.unconfigured'])
  })
})
