import type { OwnSessions } from '../session/createSessions.ts'
import { createFarcasterLogin } from './createFarcasterLogin.ts'
import { LoginError, type LoginRequest } from './createLoginClient.ts'
import { createSocialLogin } from './createSocialLogin.ts'
import type { SocialReturn } from './readSocialReturn.ts'
import { createSocialAttempts } from './socialAttempts.ts'

const SITE = 'https://secure.example'
const SHOP = 'https://shop.example'
const [ATTEMPT, STATE] = ['a'.repeat(43), 's'.repeat(43)]
const session = {
  subject: '8f14e45f-ceea-4a7a-9b1d-1f2e3d4c5b6a',
  provider: 'google',
  email: null,
  userName: 'ada',
  expiresAtMs: 1,
  token: 't'.repeat(43),
} as const
const back = (query: string) => `${SITE}/back?${query}`

/** A login service with an answer for each path; an answer that is a function is called for each request. */
function surroundings(answers: Record<string, unknown>) {
  const requests: [path: string, body: unknown][] = []
  const opened: unknown[] = []
  const life = new AbortController()
  return {
    requests,
    opened,
    asking: { origin: SHOP, signal: life.signal },
    leave: () => life.abort(),
    parts: {
      login: {
        // Tests give answers in the login service's format, so no schema is checked.
        async ask(path: string, _: unknown, { body }: LoginRequest = {}): Promise<never> {
          requests.push([path, body])
          const answer = answers[path.slice('/login/v1/'.length)]
          const said: unknown = typeof answer === 'function' ? answer() : answer
          if (said instanceof Error) throw said
          return said as never
        },
      },
      sessions: {
        keyThumbprint: async () => 'k'.repeat(43),
        open: async (one: unknown) => opened.push(one),
      } as unknown as OwnSessions,
      wallet: { forget: () => {} },
    },
  }
}

describe('social accounts', () => {
  const url = `https://provider.example/auth?state=${STATE}`
  const accepted = { outcome: 'accepted', isNew: true, session }
  /** The address that the page gets, without the code. */
  const HEARD = back(`state=${STATE}`)

  interface Begun {
    /** Whether the operator lets the provider return to the mini app. */
    readonly canLeadBack?: boolean
    readonly storage?: object
    /** What the provider's window posted to the frame. */
    readonly came?: SocialReturn | undefined
  }
  async function begun(finish: unknown, more: Begun = {}) {
    const { canLeadBack = false, storage = {}, came = { state: STATE, code: 'c' } } = more
    const around = surroundings({ 'social/start': { attempt: ATTEMPT, url, canLeadBack }, 'social/finish': finish })
    const found: string[] = []
    const findReturn = async ({ state }: SocialReturn) => {
      found.push(state)
      return 'came' in more ? more.came : came
    }
    const parts = { ...around.parts, site: SITE, findReturn }
    const social = createSocialLogin({ ...parts, attempts: createSocialAttempts(storage) })
    const answer = await social.handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, around.asking)
    expect(answer).toEqual({ uri: url, canLeadBack })
    return { ...around, parts, found, social }
  }

  test('a visitor who returns from the provider is signed in', async () => {
    const { social, asking, requests, opened } = await begun(accepted)
    expect(requests).toEqual([
      ['/login/v1/social/start', { provider: 'google', page: SHOP, keyThumbprint: 'k'.repeat(43) }],
    ])
    await social.finish(HEARD, asking)
    expect(requests.slice(1)).toEqual([
      ['/login/v1/social/finish', { attempt: ATTEMPT, state: STATE, code: 'c', user: undefined }],
    ])
    expect(opened).toEqual([session])
    // An attempt works once.
    await expect(social.finish(HEARD, asking)).rejects.toMatchObject({ failure: 'socialRefused' })
  })

  test("a code that the page brings is ignored: the frame gets it from the provider's window", async () => {
    const nothing = await begun(accepted, { came: undefined })
    const withCode = back(`state=${STATE}&code=stolen`)
    await expect(nothing.social.finish(withCode, nothing.asking)).rejects.toMatchObject({ failure: 'socialRefused' })
    expect([nothing.requests.length, nothing.opened]).toEqual([1, []])
    const own = await begun(accepted)
    await own.social.finish(withCode, own.asking)
    expect(own.requests.at(-1)?.[1]).toMatchObject({ code: 'c' })
  })

  test('a visitor is not signed in if the login service names a provider other than the one that was used', async () => {
    for (const provider of ['github', 'email', 'farcaster']) {
      const { social, asking, opened } = await begun({ ...accepted, session: { ...session, provider } })
      await expect(social.finish(HEARD, asking)).rejects.toMatchObject({ failure: 'internal' })
      expect(opened).toEqual([])
    }
  })

  test('a provider address without a state is not opened', async () => {
    const around = surroundings({ 'social/start': { attempt: ATTEMPT, url: 'https://provider.example/auth' } })
    const parts = { ...around.parts, site: SITE, findReturn: async () => undefined }
    const { handlers } = createSocialLogin({ ...parts, attempts: createSocialAttempts({}) })
    const requests = handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, around.asking)
    await expect(requests).rejects.toMatchObject({ failure: 'socialUnavailable' })
  })

  test.each([
    ['declined at the provider', back(`state=${STATE}&error=access_denied`)],
    ["came back with another window's attempt", back(`state=${'x'.repeat(43)}&code=c`)],
    ['came back to another site', `https://evil.example/back?state=${STATE}&code=c`],
  ])('a visitor who %s is not signed in, and the login service gets no request', async (_, uri) => {
    const { social, asking, requests, opened } = await begun(accepted, {
      came: { state: STATE, error: 'access_denied' },
    })
    await expect(social.finish(uri, asking)).rejects.toMatchObject({ failure: 'socialRefused' })
    expect([requests.length, opened]).toEqual([1, []])
  })

  test("an answer to another page's attempt is refused", async () => {
    const { social, asking, found } = await begun(accepted)
    const stranger = { ...asking, origin: 'https://other.example' }
    await expect(social.finish(HEARD, stranger)).rejects.toMatchObject({ failure: 'socialRefused' })
    expect(found).toEqual([])
  })

  test('a sign-in can be retried if the provider was unavailable, but not after a refusal', async () => {
    const outcomes: unknown[] = [new LoginError(undefined), { outcome: 'unavailable' }, { outcome: 'refused' }]
    const { social, asking } = await begun(() => outcomes.shift())
    for (const failure of ['socialUnavailable', 'socialUnavailable', 'socialRefused', 'socialRefused']) {
      await expect(social.finish(HEARD, asking)).rejects.toMatchObject({ failure })
    }
  })

  test('a mini app that went to the page of the provider continues the sign-in when it returns', async () => {
    const values = new Map<string, string>()
    const storage = {
      sessionStorage: {
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => values.set(name, value),
        removeItem: (name: string) => values.delete(name),
      },
    }
    const { parts, asking, opened, found } = await begun(accepted, { canLeadBack: true, storage, came: undefined })
    const later = createSocialLogin({ ...parts, attempts: createSocialAttempts(storage) })
    await later.finish(back(`state=${STATE}--${encodeURIComponent(`${SHOP}/app`)}&code=c`), asking)
    expect([opened, found]).toEqual([[session], []])
    expect(values.size).toBe(0)
  })

  test('a page to which the provider may redirect can also get the code through a window', async () => {
    const { social, asking, opened } = await begun(accepted, { canLeadBack: true })
    await social.finish(HEARD, asking)
    expect(opened).toEqual([session])
  })

  test("a visitor who goes back while the frame waits for the provider's window is not signed in", async () => {
    let come = (_: SocialReturn) => {}
    const later = new Promise<SocialReturn>((resolve) => {
      come = resolve
    })
    const around = await begun(accepted)
    const social = createSocialLogin({
      ...around.parts,
      findReturn: () => later,
      attempts: createSocialAttempts({}),
    })
    await social.handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, around.asking)
    const finished = social.finish(HEARD, around.asking)
    social.forget()
    come({ state: STATE, code: 'c' })
    await expect(finished).rejects.toMatchObject({ failure: 'socialRefused' })
    expect(around.opened).toEqual([])
  })

  test('going back forgets the attempt', async () => {
    const { social, asking } = await begun(accepted)
    social.forget()
    await expect(social.finish(HEARD, asking)).rejects.toMatchObject({ failure: 'socialRefused' })
  })
})

describe('Farcaster', () => {
  const start = { attempt: ATTEMPT, url: 'https://farcaster.example/~/siwf' }
  const ofAda = { ...session, provider: 'farcaster' }

  async function begun(wait: () => unknown, now = () => 0) {
    const around = surroundings({ 'farcaster/start': start, 'farcaster/wait': wait })
    const farcaster = createFarcasterLogin({ ...around.parts, now, everyMs: 0 })
    const { handlers } = farcaster
    expect(await handlers.GET_FARCASTER_URI(undefined, around.asking)).toEqual({ url: start.url })
    return { ...around, farcaster, connect: () => handlers.CONNECT_FARCASTER(undefined, around.asking) }
  }

  test('a visitor who agrees on the phone is signed in, despite repeated requests and a network error', async () => {
    const answers: unknown[] = [
      { outcome: 'waiting' },
      new LoginError(undefined),
      { outcome: 'accepted', isNew: true, session: ofAda },
    ]
    const { connect, opened } = await begun(() => answers.shift())
    expect(await Promise.all([connect(), connect()])).toEqual([{ userName: 'ada' }, { userName: 'ada' }])
    expect(opened).toEqual([ofAda])
  })

  test('a visitor is not signed in if the login service names another provider', async () => {
    const { connect, opened } = await begun(() => ({ outcome: 'accepted', isNew: true, session }))
    await expect(connect()).rejects.toMatchObject({ failure: 'internal' })
    expect(opened).toEqual([])
  })

  test.each([
    ['the visitor refuses', { outcome: 'refused' }, 'farcasterRefused'],
    ['the relay is unavailable', { outcome: 'unavailable' }, 'socialUnavailable'],
    ['there were too many requests', new LoginError('rate.limited'), 'tooManyCodes'],
  ])('the page gets the reason if %s', async (_, answer, failure) => {
    const { connect } = await begun(() => answer)
    await expect(connect()).rejects.toMatchObject({ failure })
  })

  test('waiting ends at a time limit, or when it is cancelled', async () => {
    let nowMs = 0
    const late = await begun(
      () => ({ outcome: 'waiting' }),
      () => (nowMs += 60_000),
    )
    await expect(late.connect()).rejects.toMatchObject({ failure: 'farcasterRefused' })

    const called = await begun(() => ({ outcome: 'waiting' }))
    const waiting = called.connect()
    called.farcaster.forget()
    await expect(waiting).rejects.toMatchObject({ failure: 'farcasterRefused' })
    const left = await begun(() => ({ outcome: 'waiting' }))
    const other = left.connect()
    left.leave()
    await expect(other).rejects.toMatchObject({ failure: 'farcasterRefused' })
    await expect(called.connect()).rejects.toMatchObject({ failure: 'farcasterRefused' })
  })
})
