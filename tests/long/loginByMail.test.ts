import { randomBytes } from 'node:crypto'
import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { createVisitors } from '../../services/testing/loginVisitor'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { type LoginService, SHOP, startLogin } from '../../services/testing/startLogin'

const MINUTE_MS = 60_000
const FROM = 'no-reply@portico.example'

jest.setTimeout(60_000)

let mail: MailServer
let service: LoginService
let visitors: ReturnType<typeof createVisitors>

beforeAll(async () => {
  mail = await startMailServer()
  service = await startLogin({ smtpUrl: mail.url, from: FROM })
  visitors = createVisitors(service, mail)
})
beforeEach(() => {
  mail.refuseWith(undefined)
  mail.inbox.length = 0
})
afterAll(async () => {
  await service?.close()
  await mail?.close()
})

const codeOf = ({ answer }: { answer: unknown }) => (answer as { error?: { code?: string } }).error?.code
const fresh = () => randomBytes(32).toString('base64url')

test('a visitor without a wallet types the code, and gets a wallet', async () => {
  const email = visitors.newEmail()
  const { attempt } = await visitors.start(email)
  const only = visitors.lastMail()
  expect(only.to).toEqual([email])
  expect(only.raw).toContain(`From: ${FROM}`)
  expect(only.text).toContain('Your code for shop.example is')
  expect(only.text).toContain('It expires in 10 minutes.')
  expect(await visitors.check(attempt, visitors.codeIn(only.text))).toEqual({
    outcome: 'accepted',
    isNew: true,
    session: {
      token: expect.any(String),
      subject: expect.any(String),
      provider: 'email',
      email,
      userName: null,
      isBeingDeleted: false,
      expiresAtMs: expect.any(Number),
    },
  })
  expect(mail.inbox).toHaveLength(1)
})

test('on any device, a returning visitor needs one mailed code, and gets the same wallet', async () => {
  const { email, session } = await visitors.signedIn()
  const { attempt } = await visitors.start(email)
  expect(await visitors.check(attempt, visitors.codeIn(visitors.lastMail().text))).toMatchObject({
    outcome: 'accepted',
    isNew: false,
    session: { subject: session.subject },
  })
  expect(mail.inbox).toHaveLength(2)
})

test.each([
  ['in capitals leads to the same wallet', (email: string) => email.toUpperCase(), true],
  [
    'with a domain in capitals leads to the same wallet',
    (email: string) => email.replace('mail.example', 'MAIL.Example'),
    true,
  ],
  ['with spaces around it leads to the same wallet', (email: string) => ` ${email}\t`, true],
  ['with a tag leads to another wallet', (email: string) => email.replace('@', '+wallet@'), false],
  ['with a lookalike letter leads to another wallet', (email: string) => email.replace(/a/, '\u0430'), false],
])('an address %s', async (_, change, isSame) => {
  const { email, session } = await visitors.signedIn()
  const other = await visitors.signedIn(change(email))
  expect(other.session.subject === session.subject).toBe(isSame)
  expect(other.isNew).toBe(!isSame)
  // Mail goes to the address as it was spelled at sign-up.
  if (isSame) expect([other.session.email, visitors.lastMail().to]).toEqual([email, [email]])
})

test('composed and decomposed letters are the same address', async () => {
  const composed = await visitors.signedIn('\u00e9va.one@mail.example')
  const decomposed = await visitors.signedIn('e\u0301va.one@mail.example')
  expect(decomposed.session.subject).toBe(composed.session.subject)
})

test('two sign-ups with one address at the same time make one wallet', async () => {
  const email = visitors.newEmail()
  const [one, other] = [await visitors.untilCode(email), await visitors.untilCode(email)]
  const answers = await Promise.all([one, other].map(({ attempt, code }) => visitors.check(attempt, code)))
  const subjects = answers.map((answer) => (answer.outcome === 'accepted' ? answer.session.subject : answer.outcome))
  expect(subjects[0]).toBe(subjects[1])
  expect(answers.filter((answer) => answer.outcome === 'accepted' && answer.isNew)).toHaveLength(1)
})

test('no request, mail or response reveals whether an address has a wallet', async () => {
  const { email, keyThumbprint } = await visitors.signedIn()
  const traces = []
  for (const address of [email, visitors.newEmail()]) {
    service.takeQueries()
    const { status, answer, headers } = await visitors.ask('/login/v1/codes', {
      body: { email: address, page: SHOP.origin, keyThumbprint },
    })
    const { subject, text } = { subject: /^Subject: .*$/m.exec(visitors.lastMail().raw)?.[0], ...visitors.lastMail() }
    traces.push({
      status,
      answer: { ...(answer as object), attempt: typeof (answer as { attempt: unknown }).attempt },
      headers: [...headers.keys()],
      queries: service.takeQueries(),
      subject,
      text: text.replaceAll(visitors.codeIn(text), 'code'),
    })
  }
  expect(traces[0]).toEqual(traces[1])
  expect(traces[0]?.answer).toEqual({ attempt: 'string' })
})

test('a code works once, even if it is sent twice at the same time', async () => {
  const { attempt, code } = await visitors.untilCode()
  const answers = await Promise.all([visitors.check(attempt, code), visitors.check(attempt, code)])
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'expired'])
  expect(await visitors.check(attempt, code)).toEqual({ outcome: 'expired' })
})

test('of three hundred simultaneous guesses five are checked; after that the right code is useless', async () => {
  const { attempt, code } = await visitors.untilCode()
  const guesses = await Promise.all(Array.from({ length: 300 }, () => visitors.check(attempt, visitors.wrong(code))))
  expect(guesses.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5)
  expect(guesses.filter(({ outcome }) => outcome === 'usedUp')).toHaveLength(295)
  expect(await visitors.check(attempt, code)).toEqual({ outcome: 'usedUp' })
})

test('each wrong code reports the remaining attempts, and after four of them the right code still works', async () => {
  const { attempt, code } = await visitors.untilCode()
  for (const triesLeft of [4, 3, 2, 1]) {
    expect(await visitors.check(attempt, visitors.wrong(code))).toEqual({ outcome: 'wrong', triesLeft })
  }
  expect(await visitors.check(attempt, code)).toMatchObject({ outcome: 'accepted' })
})

test('a code is valid for ten minutes', async () => {
  const first = await visitors.untilCode()
  const second = await visitors.untilCode()
  service.advance(CODE_LIFETIME_MS - MINUTE_MS)
  expect(await visitors.check(first.attempt, first.code)).toMatchObject({ outcome: 'accepted' })
  service.advance(MINUTE_MS)
  expect(await visitors.check(second.attempt, second.code)).toEqual({ outcome: 'expired' })
})

test('a code is invalid for another attempt, and for one that was never started', async () => {
  const [one, other] = [await visitors.untilCode(), await visitors.untilCode()]
  if (one.code !== other.code) {
    expect(await visitors.check(one.attempt, other.code)).toEqual({ outcome: 'wrong', triesLeft: 4 })
  }
  expect(await visitors.check(fresh(), '000000')).toEqual({ outcome: 'expired' })
})

test('an address gets five codes in an hour, in any spelling, and the refusal says when to retry', async () => {
  const email = visitors.newEmail()
  const start = (address: string) =>
    visitors.ask('/login/v1/codes', { body: { email: address, page: SHOP.origin, keyThumbprint: fresh() } })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => start(index % 2 === 0 ? email : email.toUpperCase())),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.map(codeOf)).toEqual(['otp.tooOften', 'otp.tooOften', 'otp.tooOften'])
  const retryAfterS = Number(refused[0]?.headers.get('retry-after'))
  expect(retryAfterS).toBeGreaterThan(3_500)
  expect(retryAfterS).toBeLessThanOrEqual(3_600)
  expect(mail.inbox).toHaveLength(5)
  service.advance(61 * MINUTE_MS)
  expect((await start(email)).status).toBe(200)
})

test('while a wallet is being deleted, others cannot lock its owner out by requesting many codes', async () => {
  const { email, token, session } = await visitors.signedIn()
  const start = (client: string, address = email) =>
    visitors.ask('/login/v1/codes', { client, body: { email: address, page: SHOP.origin, keyThumbprint: fresh() } })
  /** Requests codes as this client. @returns how many of the codes it gets */
  const take = async (client: string, times: number, address?: string) => {
    const answers = await Promise.all(Array.from({ length: times }, () => start(client, address)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'otp.tooOften'))
    return times - refused.length
  }
  // Before the deletion, as for every other address, one client can use up the codes of all clients.
  expect([await take('2001:db8:1:1::1', 6), await take('192.0.2.1', 1)]).toEqual([4, 0])
  service.advance(61 * MINUTE_MS)
  const again = await visitors.signedIn(email)
  const body = { subject: session.subject, step: 'begin' }
  expect((await visitors.ask('/login/v1/identity/delete', { token: again.token, body })).status).toBe(204)
  expect(token).not.toBe(again.token)

  expect(await take('2001:db8:1:1::1', 7)).toBe(5)
  // Neighbors in the same /48 count as the same client.
  expect([await take('2001:db8:1:2::1', 1), await take('192.0.2.1', 1)]).toEqual([0, 1])
  // The mailbox is still not flooded.
  const sites = Array.from({ length: 11 }, (_, index) => `203.0.113.${index}`)
  const taken = await Promise.all(sites.map((site) => take(site, 6)))
  expect(taken.reduce((sum, one) => sum + one, 0)).toBe(60 - 5 - 1)
  // An unrelated address still gets its own five codes.
  const other = visitors.newEmail()
  expect([await take('198.51.100.251', 6, other), await take('198.51.100.252', 1, other)]).toEqual([5, 0])
})

test("while a wallet is being deleted, a failed mail does not use up one of its owner's codes", async () => {
  const { email, token, session } = await visitors.signedIn()
  await visitors.ask('/login/v1/identity/delete', { token, body: { subject: session.subject, step: 'begin' } })
  const body = { email, page: SHOP.origin, keyThumbprint: fresh() }
  mail.refuseWith(451)
  for (let asked = 0; asked < 6; asked += 1) {
    expect(codeOf(await visitors.ask('/login/v1/codes', { body }))).toBe('mail.unavailable')
  }
  mail.refuseWith(undefined)
  expect((await visitors.ask('/login/v1/codes', { body })).status).toBe(200)
})

test('a client gets twenty codes in an hour; further requests use up no codes of others', async () => {
  const body = (email: string) => ({ email, page: SHOP.origin, keyThumbprint: fresh() })
  const emails = Array.from({ length: 22 }, () => visitors.newEmail())
  const answers = await Promise.all(
    emails.map((email, index) =>
      visitors.ask('/login/v1/codes', { client: `2001:db8:7:7::${index + 1}`, body: body(email) }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter((answer) => codeOf(answer) === 'rate.limited')).toHaveLength(2)
  const victim = visitors.newEmail()
  for (let asked = 0; asked < 6; asked += 1) {
    await visitors.ask('/login/v1/codes', { client: '2001:db8:7:7::99', body: body(victim) })
  }
  expect((await visitors.ask('/login/v1/codes', { client: '2001:db8:7:8::1', body: body(victim) })).status).toBe(200)
})

test('the tagged addresses of one mailbox share five codes an hour, but have separate wallets', async () => {
  const body = (email: string) => ({ email, page: SHOP.origin, keyThumbprint: fresh() })
  const name = `eve.${randomBytes(4).toString('hex')}`
  const asks = Array.from({ length: 12 }, (_, n) =>
    visitors.ask('/login/v1/codes', { client: `203.0.113.${n}`, body: body(`${name}+${n}@mail.example`) }),
  )
  const answers = await Promise.all(asks)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter((answer) => codeOf(answer) === 'otp.tooOften')).toHaveLength(7)
  expect(new Set(mail.inbox.flatMap(({ to }) => to)).size).toBe(5)
})

test('all clients together get as many codes in a minute as the operator allows', async () => {
  const small = await startLogin({ smtpUrl: mail.url, from: FROM }, undefined, { startsPerMinute: 10 })
  const guests = createVisitors(small, mail)
  const ask = (n: number) =>
    guests.ask('/login/v1/codes', {
      client: `203.0.113.${n}`,
      body: { email: guests.newEmail(), page: SHOP.origin, keyThumbprint: fresh() },
    })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.filter((answer) => codeOf(answer) === 'rate.limited')
  expect(refused).toHaveLength(20)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(mail.inbox).toHaveLength(10)
  small.advance(61_000)
  expect((await ask(31)).status).toBe(200)
  await small.close()
})

test('a failed mail is reported with a reason, and uses up no code of the address', async () => {
  const email = visitors.newEmail()
  const body = { email, page: SHOP.origin, keyThumbprint: fresh() }
  mail.refuseWith(451)
  for (let asked = 0; asked < 6; asked += 1) {
    expect(codeOf(await visitors.ask('/login/v1/codes', { body }))).toBe('mail.unavailable')
  }
  mail.refuseWith(550)
  expect(codeOf(await visitors.ask('/login/v1/codes', { body }))).toBe('mail.refused')
  mail.refuseWith(undefined)
  const { attempt } = await visitors.start(email)
  expect(await visitors.check(attempt, visitors.codeIn(visitors.lastMail().text))).toMatchObject({
    outcome: 'accepted',
  })
})

test.each([
  ['a client without an origin', { origin: null }, 'origin.missing'],
  ['the page itself', { origin: SHOP.origin }, 'origin.notAllowed'],
  ['another site', { origin: 'https://evil.example' }, 'origin.notAllowed'],
])('only scripts of the secure site may request codes, not %s', async (_, from, code) => {
  for (const path of ['codes', 'codes/check', 'session/rotate', 'assertions']) {
    const refused = await visitors.ask(`/login/v1/${path}`, from)
    expect([refused.status, codeOf(refused)]).toEqual([403, code])
  }
})

test.each([
  ['a page of another site', { page: 'https://evil.example' }, 'origin.notAllowed'],
  ['a page of shared hosting', { page: 'https://evil.vercel.app' }, 'origin.notAllowed'],
  ['a page on the machine of the visitor', { page: 'http://localhost:3000' }, 'origin.notAllowed'],
  ['an invalid page', { page: 'javascript:alert(1)' }, 'request.invalid'],
  ['an invalid address', { email: 'ada' }, 'request.invalid'],
  ['two addresses', { email: 'a@mail.example,b@mail.example' }, 'request.invalid'],
  ['an injected header', { email: 'a@mail.example\r\nBcc: b@mail.example' }, 'request.invalid'],
  ['an invalid key', { keyThumbprint: 'x' }, 'request.invalid'],
])('%s gets no mail', async (_, wrong, code) => {
  const right = { email: visitors.newEmail(), page: SHOP.origin, keyThumbprint: fresh() }
  const refused = await visitors.ask('/login/v1/codes', { body: { ...right, ...wrong } })
  expect(codeOf(refused)).toBe(code)
  expect(mail.inbox).toEqual([])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12 345', '-12345'])('%p is not a code', async (code) => {
  const refused = await visitors.ask('/login/v1/codes/check', { body: { attempt: fresh(), code } })
  expect(codeOf(refused)).toBe('request.invalid')
})

test('neither the log nor the database contains codes or tokens, and the log contains no address', async () => {
  const email = visitors.newEmail()
  const { attempt } = await visitors.start(email)
  const code = visitors.codeIn(visitors.lastMail().text)
  await visitors.check(attempt, visitors.wrong(code))
  const rows = () =>
    Promise.all(
      (['login_attempts', 'login_sessions', 'login_identities', 'auth_mail_counts'] as const).map((table) =>
        service.db.selectFrom(table).selectAll().execute(),
      ),
    )
  const before = JSON.stringify(await rows())
  const accepted = await visitors.check(attempt, code)
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
  mail.refuseWith(451)
  await visitors.ask('/login/v1/codes', {
    body: { email: visitors.newEmail(), page: SHOP.origin, keyThumbprint: fresh() },
  })
  const after = JSON.stringify(await rows())
  const log = service.lines.join('\n')
  expect(log).toContain('a mail could not be sent')
  const { token } = accepted.session
  for (const secret of [attempt, token]) {
    expect(secret).toHaveLength(43)
    for (const text of [before, after, log]) expect(text).not.toContain(secret)
  }
  for (const text of [before, after, log]) expect(text).not.toContain(`"${code}"`)
  expect(log).not.toMatch(/mail\.example/i)
  // The mail counts contain no address either.
  expect(JSON.stringify((await rows()).at(-1))).not.toMatch(/mail\.example/i)
})
