import {
  AssertionAnswer,
  AssertionClaims,
  LoginKeys,
  LoginRotateAnswer,
  LoginSessionAnswer,
  SHARE_STORES,
  type ShareStore,
  shareAudience,
} from '@portico/contracts/services/login'
import { createLocalJWKSet, decodeJwt, type JWTVerifyOptions, jwtVerify } from 'jose'
import { parse } from 'valibot'
import { sweep } from '../../services/src/login/sweep'
import { createVisitors } from '../../services/testing/loginVisitor'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { type LoginService, newSigningKey, startLogin } from '../../services/testing/startLogin'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

jest.setTimeout(60_000)

let mail: MailServer
let service: LoginService
let visitors: ReturnType<typeof createVisitors>

beforeAll(async () => {
  mail = await startMailServer()
  service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  visitors = createVisitors(service, mail)
})
beforeEach(() => mail.refuseWith(undefined))
afterAll(async () => {
  await service?.close()
  await mail?.close()
})

const codeOf = ({ answer }: { answer: unknown }) => (answer as { error?: { code?: string } })?.error?.code
const look = (token?: string) => visitors.ask('/login/v1/session', { token, method: 'GET' })
const rotate = async (token: string) =>
  parse(LoginRotateAnswer, (await visitors.ask('/login/v1/session/rotate', { token })).answer)
const end = (token: string, everywhere = false) =>
  visitors.ask('/login/v1/session/end', { token, body: { everywhere } })

describe('deleting a wallet', () => {
  type Step = 'begin' | 'finish'
  const remove = (token: string, subject: unknown, step: Step) =>
    visitors.ask('/login/v1/identity/delete', { token, body: { subject, step } })
  const keep = (token: string) => visitors.ask('/login/v1/identity/keep', { token })
  const removeWhole = async ({ token, session }: { token: string; session: { subject: string } }) => {
    for (const step of ['begin', 'finish'] as const)
      expect((await remove(token, session.subject, step)).status).toBe(204)
  }
  const isMarked = async (token: string) => parse(LoginSessionAnswer, (await look(token)).answer).isBeingDeleted
  const deletingIn = async (token: string) => {
    const { answer } = await visitors.ask('/login/v1/assertions', { token, body: { store: 'auth' } })
    return decodeJwt(parse(AssertionAnswer, answer).assertion).deleting
  }

  test('first sends a warning mail as text and HTML, and ends all other sessions; nothing is deleted yet', async () => {
    const first = await visitors.signedIn()
    const second = await visitors.signedIn(first.email)
    const before = mail.inbox.length
    expect(await deletingIn(second.token)).toBeUndefined()
    for (let time = 0; time < 2; time += 1) {
      expect((await remove(second.token, second.session.subject, 'begin')).status).toBe(204)
    }
    expect(mail.inbox).toHaveLength(before + 1)
    const warning = visitors.lastMail()
    expect([warning.to, warning.text]).toEqual([
      [first.email],
      expect.stringContaining('sign in with this address within 7 days'),
    ])
    expect(warning.raw).toContain('text/html')
    expect(codeOf(await look(first.token))).toBe('auth.session')
    // From now on the stores are notified.
    expect([await isMarked(second.token), await deletingIn(second.token)]).toEqual([true, true])
  })

  test('does not start when its mail cannot be sent', async () => {
    const { token, session } = await visitors.signedIn()
    mail.refuseWith(451)
    expect(codeOf(await remove(token, session.subject, 'begin'))).toBe('mail.unavailable')
    mail.refuseWith(undefined)
    expect([await isMarked(token), await deletingIn(token)]).toEqual([false, undefined])
    expect(codeOf(await remove(token, session.subject, 'finish'))).toBe('deletion.notBegun')
    expect((await look(token)).status).toBe(200)
  })

  test('ends every session and every attempt with the address', async () => {
    const first = await visitors.signedIn()
    const begun = await visitors.untilCode(first.email)
    await removeWhole(first)
    expect(codeOf(await look(first.token))).toBe('auth.session')
    expect(await visitors.check(begun.attempt, begun.code)).toEqual({ outcome: 'expired' })
  })

  test('is canceled by a sign-in within seven days: the wallet is the same, with its passkeys', async () => {
    const first = await visitors.signedIn()
    await removeWhole(first)
    service.advance(7 * DAY_MS - MINUTE_MS)
    await sweep(service.db, service.now())
    const again = await visitors.signedIn(first.email)
    expect([again.isNew, again.session.subject, again.session.isBeingDeleted]).toEqual([
      false,
      first.session.subject,
      true,
    ])
    for (let time = 0; time < 2; time += 1) expect((await keep(again.token)).status).toBe(204)
    expect([await isMarked(again.token), await deletingIn(again.token)]).toEqual([false, undefined])
    service.advance(30 * DAY_MS)
    await sweep(service.db, service.now())
    expect((await visitors.signedIn(first.email)).session).toMatchObject({
      subject: first.session.subject,
      isBeingDeleted: false,
    })
  })

  test('is final after seven days: the address then signs in to a new wallet', async () => {
    const first = await visitors.signedIn()
    await removeWhole(first)
    // Signing in alone does not cancel the deletion, because the stores have to be notified first.
    const undecided = await visitors.signedIn(first.email)
    service.advance(7 * DAY_MS)
    await sweep(service.db, service.now())
    expect(codeOf(await look(undecided.token))).toBe('auth.session')
    const again = await visitors.signedIn(first.email)
    expect([again.isNew, again.session.subject === first.session.subject]).toEqual([true, false])
  })

  test('that was started and never finished deletes nothing', async () => {
    const { token, session, email } = await visitors.signedIn()
    await remove(token, session.subject, 'begin')
    service.advance(30 * DAY_MS)
    await sweep(service.db, service.now())
    expect((await visitors.signedIn(email)).session).toMatchObject({ subject: session.subject, isBeingDeleted: true })
  })

  test('ends for the session that started it when the owner cancels', async () => {
    const thief = await visitors.signedIn()
    await remove(thief.token, thief.session.subject, 'begin')
    const owner = await visitors.signedIn(thief.email)
    await keep(owner.token)
    expect(codeOf(await remove(thief.token, thief.session.subject, 'finish'))).toBe('auth.session')
    expect((await look(owner.token)).status).toBe(200)
  })

  test('cannot continue at the stores once the owner signs in', async () => {
    const thief = await visitors.signedIn()
    await remove(thief.token, thief.session.subject, 'begin')
    const owner = await visitors.signedIn(thief.email)
    const { answer } = await visitors.ask('/login/v1/assertions', { token: thief.token, body: { store: 'auth' } })
    expect(codeOf({ answer })).toBe('auth.session')
    expect([await isMarked(owner.token), await deletingIn(owner.token)]).toEqual([true, true])
  })

  test('is canceled by the session that signs in, not by the one that started it', async () => {
    const thief = await visitors.signedIn()
    await remove(thief.token, thief.session.subject, 'begin')
    expect(codeOf(await keep(thief.token))).toBe('auth.stale')
    expect(await isMarked(thief.token)).toBe(true)
    const owner = await visitors.signedIn(thief.email)
    // The session that starts the deletion again still cannot cancel it.
    await remove(owner.token, owner.session.subject, 'begin')
    expect(codeOf(await keep(owner.token))).toBe('auth.stale')
    expect((await keep((await visitors.signedIn(thief.email)).token)).status).toBe(204)
  })

  test('waits another day if the owner has signed in at the last moment', async () => {
    const first = await visitors.signedIn()
    await removeWhole(first)
    service.advance(7 * DAY_MS - MINUTE_MS)
    const again = await visitors.signedIn(first.email)
    service.advance(DAY_MS - MINUTE_MS)
    await sweep(service.db, service.now())
    expect((await look(again.token)).status).toBe(200)
    service.advance(MINUTE_MS)
    await sweep(service.db, service.now())
    expect(codeOf(await look(again.token))).toBe('auth.session')
  })

  test('requires a recent sign-in to the same wallet', async () => {
    const { token, session, email } = await visitors.signedIn()
    const other = await visitors.signedIn()
    for (const step of ['begin', 'finish'] as const) {
      expect(codeOf(await remove(token, other.session.subject, step))).toBe('auth.session')
      expect((await remove(token, 'nobody', step)).status).toBe(400)
      expect(codeOf(await remove('', session.subject, step))).toBe('auth.session')
    }
    expect((await visitors.ask('/login/v1/identity/delete', { token })).status).toBe(400)
    expect(codeOf(await remove(token, session.subject, 'finish'))).toBe('deletion.notBegun')
    service.advance(31 * MINUTE_MS)
    for (const step of ['begin', 'finish'] as const) {
      expect(codeOf(await remove(token, session.subject, step))).toBe('auth.stale')
    }
    expect(codeOf(await keep(token))).toBe('auth.stale')
    // The session is valid for everything else.
    expect((await look(token)).status).toBe(200)
    const again = await visitors.signedIn(email)
    expect([again.isNew, again.session.subject]).toEqual([false, session.subject])
    expect((await look(other.token)).status).toBe(200)
  })

  test('does not affect other wallets', async () => {
    const [one, other] = [await visitors.signedIn(), await visitors.signedIn()]
    const begun = await visitors.untilCode(other.email)
    await removeWhole(one)
    expect((await look(other.token)).status).toBe(200)
    expect((await visitors.check(begun.attempt, begun.code)).outcome).toBe('accepted')
  })
})

test('signing out everywhere else keeps the session that requests it', async () => {
  const [here, there] = [await visitors.signedIn('Grace@mail.example'), await visitors.signedIn('Grace@mail.example')]
  await visitors.ask('/login/v1/session/end', { token: here.token, body: { everywhere: true, keepThis: true } })
  expect((await look(here.token)).status).toBe(200)
  expect(codeOf(await look(there.token))).toBe('auth.session')
})

describe('a session', () => {
  test('is shown only to the holder of its token', async () => {
    const { token, session } = await visitors.signedIn()
    const { token: _, ...whole } = session
    expect(parse(LoginSessionAnswer, (await look(token)).answer)).toEqual(whole)
    for (const wrong of [undefined, '', 'x', token.slice(1), `${token}A`, token.split('').reverse().join('')]) {
      if (wrong === token) continue
      expect(codeOf(await look(wrong))).toBe('auth.session')
    }
  })

  test('gets a new token, and the previous token then stays valid only for a moment', async () => {
    const { token } = await visitors.signedIn()
    const next = await rotate(token)
    expect(next.token).not.toBe(token)
    expect([(await look(next.token)).status, (await look(token)).status]).toEqual([200, 200])
    service.advance(2 * MINUTE_MS)
    expect((await look(next.token)).status).toBe(200)
    expect(codeOf(await look(token))).toBe('auth.session')
  })

  test('gives the same token to two simultaneous tabs, and to a tab that has lost the response', async () => {
    const { token } = await visitors.signedIn()
    const tokens = (await Promise.all([rotate(token), rotate(token), rotate(token)])).map((answer) => answer.token)
    expect(new Set([...tokens, (await rotate(token)).token]).size).toBe(1)
    expect((await look(tokens[0])).status).toBe(200)
  })

  test('ends for both holders when a token replaced long ago is used, because one of them must have stolen it', async () => {
    const { token } = await visitors.signedIn()
    const next = await rotate(token)
    service.advance(2 * MINUTE_MS)
    expect(codeOf(await visitors.ask('/login/v1/session/rotate', { token }))).toBe('auth.session')
    expect(codeOf(await look(next.token))).toBe('auth.session')
  })

  test('ends after a month without use, and after half a year at the latest', async () => {
    const idle = await visitors.signedIn()
    let { token } = await visitors.signedIn()
    for (let day = 0; day < 175; day += 25) {
      service.advance(25 * DAY_MS)
      token = (await rotate(token)).token
      if (day === 25) expect(codeOf(await look(idle.token))).toBe('auth.session')
    }
    service.advance(6 * DAY_MS)
    expect(codeOf(await look(token))).toBe('auth.session')
  })

  test('can be ended here, or everywhere', async () => {
    const { email, token: first } = await visitors.signedIn()
    const [{ token: second }, { token: third }] = [await visitors.signedIn(email), await visitors.signedIn(email)]
    const { token: other } = await visitors.signedIn()
    expect((await end(first)).status).toBe(204)
    expect(codeOf(await end(first))).toBe('auth.session')
    expect([(await look(second)).status, (await look(third)).status]).toEqual([200, 200])
    expect((await end(second, true)).status).toBe(204)
    expect([(await look(second)).status, (await look(third)).status, (await look(other)).status]).toEqual([
      401, 401, 200,
    ])
  })
})

describe('an assertion', () => {
  const keys = async () =>
    createLocalJWKSet(parse(LoginKeys, (await visitors.ask('/login/v1/keys', { method: 'GET', origin: null })).answer))
  const ask = async (token: string, store: ShareStore) =>
    parse(AssertionAnswer, (await visitors.ask('/login/v1/assertions', { token, body: { store } })).answer)
  const verify = async (assertion: string, options: JWTVerifyOptions) =>
    jwtVerify(assertion, await keys(), {
      algorithms: ['ES256'],
      issuer: 'portico-login',
      typ: 'share-assertion+jwt',
      currentDate: new Date(service.now()),
      ...options,
    })

  test.each(SHARE_STORES)('for the store %s names the wallet and the key, and lasts two minutes', async (store) => {
    const { token, session, keyThumbprint } = await visitors.signedIn()
    const { assertion, expiresAtMs } = await ask(token, store)
    const { payload } = await verify(assertion, { audience: shareAudience(store) })
    const claims = parse(AssertionClaims, payload)
    expect(claims).toMatchObject({ sub: session.subject, cnf: { jkt: keyThumbprint }, amr: ['otp'] })
    expect([claims.host, claims.deleting]).toEqual(['shop.example', undefined])
    expect([claims.exp - claims.iat, claims.exp * 1_000]).toEqual([120, expiresAtMs])
    expect(Math.abs(claims.iat - claims.auth_time)).toBeLessThan(60)
    const other = store === 'auth' ? 'recovery' : 'auth'
    await expect(verify(assertion, { audience: shareAudience(other) })).rejects.toThrow('aud')
    const late = new Date(service.now() + 121_000)
    await expect(verify(assertion, { audience: shareAudience(store), currentDate: late })).rejects.toThrow('exp')
  })

  test('is new each time, and states the time of the sign-in for the whole session', async () => {
    const { token } = await visitors.signedIn()
    const claimsOf = async (from: string) =>
      parse(AssertionClaims, (await verify((await ask(from, 'auth')).assertion, {})).payload)
    const first = await claimsOf(token)
    service.advance(DAY_MS)
    const next = await rotate(token)
    const second = await claimsOf(next.token)
    expect(second.jti).not.toBe(first.jti)
    expect(second.auth_time).toBe(first.auth_time)
    expect(second.cnf).toEqual(first.cnf)
  })

  test('is invalid when signed by another key, and the public keys do not contain the private one', async () => {
    const { token } = await visitors.signedIn()
    const { assertion } = await ask(token, 'auth')
    const foreign = createLocalJWKSet({
      keys: [{ ...newSigningKey().publicKey, kid: service.signingKey.publicKey.kid }],
    })
    await expect(jwtVerify(assertion, foreign)).rejects.toThrow('signature')
    const { answer } = await visitors.ask('/login/v1/keys', { method: 'GET' })
    expect(answer).toEqual({ keys: [expect.not.objectContaining({ d: expect.anything() })] })
  })

  test('is refused after the end of the session, and for unknown stores', async () => {
    const { token } = await visitors.signedIn()
    expect(codeOf(await visitors.ask('/login/v1/assertions', { token, body: { store: 'device' } }))).toBe(
      'request.invalid',
    )
    await end(token)
    expect(codeOf(await visitors.ask('/login/v1/assertions', { token, body: { store: 'auth' } }))).toBe('auth.session')
  })
})

describe('a new address', () => {
  const lastCode = () => visitors.codeIn(visitors.lastMail().text)

  test('takes effect after both codes, and the wallet stays the same', async () => {
    const { token, session, email } = await visitors.signedIn()
    const newEmail = visitors.newEmail()
    const { attempt, next } = await visitors.startChange(token, newEmail)
    expect([next, visitors.lastMail().to]).toEqual(['primary', [email]])
    expect(visitors.lastMail().text).toContain('It expires in 10 minutes.')
    const primary = lastCode()
    expect(await visitors.checkChange(token, attempt, visitors.wrong(primary))).toEqual({
      outcome: 'wrong',
      triesLeft: 4,
    })
    expect(await visitors.checkChange(token, attempt, primary)).toEqual({ outcome: 'primaryAccepted' })
    expect(visitors.lastMail().to).toEqual([newEmail])
    expect(visitors.lastMail().text).toContain('It expires in 10 minutes.')
    expect((await look(token)).answer).toMatchObject({ email })
    const secondary = lastCode()
    if (primary !== secondary) {
      // The code from the old address is invalid for this step, whose attempts are counted separately.
      expect(await visitors.checkChange(token, attempt, primary)).toEqual({ outcome: 'wrong', triesLeft: 4 })
    }
    expect(await visitors.checkChange(token, attempt, secondary)).toEqual({ outcome: 'changed', email: newEmail })
    expect((await look(token)).answer).toMatchObject({ email: newEmail, subject: session.subject })
    expect((await visitors.signedIn(newEmail)).session.subject).toBe(session.subject)
    // The owner of the old mailbox can use the old address again.
    expect(await visitors.signedIn(email)).toMatchObject({ isNew: true })
  })

  test('that already has a wallet is reported only to the reader of its mail', async () => {
    const { token, session, email } = await visitors.signedIn()
    const taken = await visitors.signedIn()
    const { attempt } = await visitors.startChange(token, taken.email.toUpperCase())
    expect(await visitors.checkChange(token, attempt, lastCode())).toEqual({ outcome: 'primaryAccepted' })
    expect(await visitors.checkChange(token, attempt, lastCode())).toEqual({ outcome: 'taken' })
    expect((await look(token)).answer).toMatchObject({ email, subject: session.subject })
    expect((await look(taken.token)).answer).toMatchObject({ email: taken.email })
  })

  test('cannot be changed by a session of another wallet, or without a session', async () => {
    const [ada, mallory] = [await visitors.signedIn(), await visitors.signedIn()]
    const { attempt } = await visitors.startChange(ada.token, visitors.newEmail())
    const code = lastCode()
    expect(await visitors.checkChange(mallory.token, attempt, code)).toEqual({ outcome: 'expired' })
    const body = { attempt, code }
    expect(codeOf(await visitors.ask('/login/v1/email/check', { body }))).toBe('auth.session')
    // Such a code cannot be used to sign in either.
    expect(await visitors.check(attempt, code)).toEqual({ outcome: 'expired' })
    expect(await visitors.checkChange(ada.token, attempt, code)).toEqual({ outcome: 'primaryAccepted' })
  })

  test('whose mail fails leaves the previous code valid', async () => {
    const { token } = await visitors.signedIn()
    const newEmail = visitors.newEmail()
    const { attempt } = await visitors.startChange(token, newEmail)
    const primary = lastCode()
    mail.refuseWith(451)
    const failed = await visitors.ask('/login/v1/email/check', { token, body: { attempt, code: primary } })
    expect(codeOf(failed)).toBe('mail.unavailable')
    mail.refuseWith(undefined)
    expect(await visitors.checkChange(token, attempt, primary)).toEqual({ outcome: 'primaryAccepted' })
    expect(await visitors.checkChange(token, attempt, lastCode())).toMatchObject({ outcome: 'changed' })
  })
})

test('expired data is deleted; wallets are not', async () => {
  const { session, email } = await visitors.signedIn()
  await sweep(service.db, service.now() + 400 * DAY_MS)
  for (const table of [
    'login_attempts',
    'login_social_attempts',
    'login_farcaster_attempts',
    'login_sessions',
    'auth_mail_counts',
  ] as const) {
    expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect((await visitors.signedIn(email)).session.subject).toBe(session.subject)
})
