import { AuthOtpAnswer, SessionAccount } from '@portico/contracts/services/cloudAuth'
import { hostedAuthentication } from '@portico/siwx/hosted'
import { evmVisitor, solanaVisitor, type Visitor } from '@portico/siwx/testing'
import { parse } from 'valibot'
import type { AuthOptions } from '../../services/src/auth/environment'
import { sweep } from '../../services/src/auth/sweep'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { type AuthService, CLIENT_HEADER, OTHER_SHOP, SECRET, SHOP, startAuth } from '../../services/testing/startAuth'

const ADA = evmVisitor('1')
const MALLORY = evmVisitor('2')
const ACCOUNT = `${ADA.chainId}:${ADA.address}`
const MINUTE_MS = 60_000
const FROM = 'no-reply@shop.example'

jest.setTimeout(60_000)

let mail: MailServer
let service: AuthService
let options: AuthOptions
let emails = 0
/** Each test uses a client address of its own. */
let clients = 0
const realFetch = globalThis.fetch
beforeAll(async () => {
  mail = await startMailServer()
  options = { secret: SECRET, mail: { smtpUrl: mail.url, from: FROM } }
  service = await startAuth(options)
})
beforeEach(() => {
  clients += 1
  service.resetClock()
  mail.inbox.length = 0
  mail.refuseWith(undefined)
  globalThis.fetch = (input, init) =>
    realFetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...asShop() } })
})
afterEach(() => {
  globalThis.fetch = realFetch
})
afterAll(async () => {
  await service?.close()
  await mail?.close()
})

/** Headers of a browser on a page of the shop, with its client address. */
const asShop = () => ({ origin: SHOP.origin, [CLIENT_HEADER]: `192.0.2.${clients}` })

/** An address without any code requests yet. */
const newEmail = () => {
  emails += 1
  return `Ada.${emails}@Mail.example`
}
const codesIn = () => mail.inbox.map(({ raw }) => /\b(\d{6})\./.exec(raw)?.[1] ?? '')
const lastCode = () => codesIn().at(-1) ?? ''
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

async function ask(method: string, body: unknown, headers: Record<string, string> = {}, shop: typeof SHOP = SHOP) {
  const response = await realFetch(`${service.url}/auth/v1/otp?projectId=${shop.projectId}`, {
    method,
    headers: { ...asShop(), origin: shop.origin, ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  return { status: response.status, code: answer?.error?.code, answer, headers: response.headers }
}
const request = (email: string, account = ACCOUNT, shop: typeof SHOP = SHOP) =>
  ask('POST', { email, account }, {}, shop)
const confirm = (uuid: string, code: string, shop: typeof SHOP = SHOP) => ask('PUT', { code }, { 'x-otp': uuid }, shop)

async function requested(email = newEmail(), account = ACCOUNT) {
  const { uuid } = parse(AuthOtpAnswer, (await request(email, account)).answer)
  return { uuid: uuid ?? '', code: lastCode(), email }
}

const hosted = () =>
  hostedAuthentication({
    api: service.url,
    projectId: SHOP.projectId,
    domain: SHOP.domain,
    uri: `${SHOP.origin}/`,
    resources: ['https://shop.example/terms'],
  })
async function connect(siwx: ReturnType<typeof hosted>, visitor: Visitor = ADA) {
  const data = await siwx.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  await siwx.addSession({ data, message: `${data}`, signature: await visitor.sign(`${data}`) })
  return parse(SessionAccount, await siwx.getSessionAccount()).email
}

test('a visitor gets a code by mail, types it, signs, and the address is part of the session', async () => {
  const siwx = hosted()
  const email = newEmail()
  const { uuid } = await siwx.requestEmailOtp({ email, account: ACCOUNT })
  expect(uuid).toEqual(expect.any(String))
  expect(mail.inbox).toEqual([{ from: FROM, to: [email.toLowerCase()], raw: expect.any(String) }])
  expect(mail.inbox[0]?.raw).toContain('Subject: Your code for shop.example')
  expect(mail.inbox[0]?.raw).toContain('It expires in 10 minutes.')
  expect(lastCode()).toMatch(/^\d{6}$/)
  expect(await siwx.confirmEmailOtp({ code: lastCode() })).toBeNull()
  expect(await connect(siwx)).toBe(email.toLowerCase())

  // At the next sign-in, the signature is enough on every network, because the address alone identifies the account.
  const next = hosted()
  service.advance(MINUTE_MS)
  await next.requestEmailOtp({ email, account: `eip155:10:${ADA.address.toLowerCase()}` })
  expect(await connect(next, evmVisitor('1', 'eip155:10'))).toBe(email.toLowerCase())
})

test('requesting a code does not reveal whether the address and the wallet belong together', async () => {
  const email = newEmail()
  const siwx = hosted()
  await siwx.requestEmailOtp({ email, account: ACCOUNT })
  await siwx.confirmEmailOtp({ code: lastCode() })
  expect(await connect(siwx)).toBe(email.toLowerCase())

  service.advance(MINUTE_MS)
  const answers: unknown[] = []
  for (const [address, account] of [
    [email, ACCOUNT],
    [newEmail(), ACCOUNT],
    [newEmail(), `${MALLORY.chainId}:${MALLORY.address}`],
  ] as const) {
    mail.inbox.length = 0
    service.takeQueries()
    const { status, answer } = await request(address, account)
    // Equal numbers of mails and queries take equal time, so timing reveals nothing either.
    answers.push({ status, answer, mails: mail.inbox.length, queries: service.takeQueries() })
  }
  const [known] = answers
  expect(known).toMatchObject({ status: 200, answer: { uuid: expect.any(String) }, mails: 1 })
  const alike = { ...(known as object), answer: { uuid: expect.any(String) } }
  expect(answers).toEqual([alike, alike, alike])
})

test('one client gets twenty code mails in an hour, whatever addresses and wallets it names', async () => {
  const answers = []
  for (let sent = 0; sent < 30; sent += 1) answers.push(await request(newEmail(), ACCOUNT, OTHER_SHOP))
  expect(mail.inbox).toHaveLength(20)
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
  const refused = answers.at(-1)
  expect([refused?.code, Number(refused?.headers.get('retry-after'))]).toEqual(['rate.limited', expect.any(Number)])
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
  // Other clients are not affected.
  clients += 1
  expect((await request(newEmail(), ACCOUNT, OTHER_SHOP)).status).toBe(200)
})

test('an unconfirmed address is not trusted at sign-in', async () => {
  const siwx = hosted()
  await siwx.requestEmailOtp({ email: newEmail(), account: ACCOUNT })
  expect(await connect(siwx)).toBeUndefined()
})

test('an address confirmed by one account cannot be taken by another', async () => {
  const { uuid, code, email } = await requested()
  await confirm(uuid, code)
  const mallory = hosted()
  // Mallory requests a code for the same address, whose mail she cannot read.
  service.advance(MINUTE_MS)
  expect(await mallory.requestEmailOtp({ email, account: `${MALLORY.chainId}:${MALLORY.address}` })).not.toEqual({
    uuid: null,
  })
  service.resetClock()
  expect(await connect(mallory, MALLORY)).toBeUndefined()
  // Mallory uses the other account's confirmed code.
  const data = await mallory.createMessage({ accountAddress: MALLORY.address, chainId: MALLORY.chainId })
  expect(data.resources).toEqual(['https://shop.example/terms'])
  const thief = hosted()
  globalThis.fetch = (input, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...asShop() }
    return realFetch(input, { ...init, headers: 'x-otp' in headers ? { ...headers, 'x-otp': uuid } : headers })
  }
  service.advance(2 * MINUTE_MS)
  await thief.requestEmailOtp({ email, account: `${MALLORY.chainId}:${MALLORY.address}` })
  expect(await connect(thief, MALLORY)).toBeUndefined()
})

test('a code works once', async () => {
  const { uuid, code } = await requested()
  const answers = await Promise.all([confirm(uuid, code), confirm(uuid, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await confirm(uuid, code)).code).toBe('otp.over')
})

test('a code allows five attempts, even when all come at once', async () => {
  const { uuid, code } = await requested()
  const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(uuid, otherCode(code))))
  expect(guesses.filter((guess) => guess.code === 'otp.wrong')).toHaveLength(5)
  expect(guesses.filter((guess) => guess.code === 'otp.over')).toHaveLength(3)
  expect((await confirm(uuid, code)).code).toBe('otp.over')

  const other = await requested()
  for (const left of [4, 3, 2, 1]) {
    const { status, answer } = await confirm(other.uuid, otherCode(other.code))
    expect([status, answer.error.message]).toEqual([400, `The code is wrong; attempts left: ${left}`])
  }
  expect((await confirm(other.uuid, other.code)).status).toBe(200)
})

test('a code is valid for ten minutes', async () => {
  const [first, second] = [await requested(), await requested()]
  service.advance(10 * MINUTE_MS - 2_000)
  expect((await confirm(first.uuid, first.code)).status).toBe(200)
  service.advance(3_000)
  expect((await confirm(second.uuid, second.code)).code).toBe('otp.over')
})

test('a code is valid only for the request and the project that it was sent for', async () => {
  const [first, second] = [await requested(), await requested()]
  if (first.code !== second.code) expect((await confirm(first.uuid, second.code)).code).toBe('otp.wrong')
  expect((await confirm(first.uuid, first.code, OTHER_SHOP)).code).toBe('otp.over')
  for (const uuid of ['', 'x', '5f8d3b0a-4b1e-4f0a-9a3e-1f2e3d4c5b6a']) {
    expect((await confirm(uuid, first.code)).code).toBe('otp.over')
  }
  expect((await confirm(first.uuid, first.code)).status).toBe(200)
})

test('an address, in upper or lower case, gets one code in half a minute and five in an hour', async () => {
  const email = newEmail()
  const both = await Promise.all([request(email), request(email.toUpperCase())])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
  const refused = both.find(({ status }) => status === 429)
  expect([refused?.code, Number(refused?.headers.get('retry-after'))]).toEqual(['otp.tooOften', 30])
  // A process whose clock is behind does not report a longer wait.
  service.advance(-2_000)
  expect(Number((await request(email)).headers.get('retry-after'))).toBe(30)
  service.advance(2_000)
  // A request for another project and another address is not refused.
  expect((await request(email, ACCOUNT, OTHER_SHOP)).status).toBe(200)
  expect((await request(newEmail())).status).toBe(200)
  for (let sent = 1; sent < 5; sent += 1) {
    service.advance(MINUTE_MS)
    expect((await request(email)).status).toBe(200)
  }
  service.advance(MINUTE_MS)
  const full = await request(email)
  expect([full.code, Number(full.headers.get('retry-after'))]).toEqual(['otp.tooOften', expect.any(Number)])
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
  service.advance(56 * MINUTE_MS)
  expect((await request(email)).status).toBe(200)
})

test('an address that differs only in its tag or case is the same mailbox, and gets no additional code', async () => {
  const email = newEmail()
  expect((await request(email)).status).toBe(200)
  for (const same of [email.replace('@', '+shop@'), email.toUpperCase()]) {
    expect(await request(same)).toMatchObject({ status: 429, code: 'otp.tooOften' })
  }
})

test('a failed mail is reported with a reason, and the next attempt is not limited', async () => {
  const email = newEmail()
  mail.refuseWith(550)
  expect(await request(email)).toMatchObject({ status: 400, code: 'mail.refused' })
  mail.refuseWith(451)
  expect(await request(email)).toMatchObject({ status: 503, code: 'mail.unavailable' })
  mail.refuseWith(undefined)
  expect((await request(email)).status).toBe(200)

  const send = async (app: ReturnType<AuthService['another']>) => {
    const response = await app.request(`/auth/v1/otp?projectId=${SHOP.projectId}`, {
      method: 'POST',
      headers: asShop(),
      body: JSON.stringify({ email: newEmail(), account: ACCOUNT }),
    })
    return [response.status, (await response.json()).error.code]
  }
  const nowhere = { ...options, mail: { from: FROM, smtpUrl: 'smtp://127.0.0.1:9' } }
  expect(await send(service.another(nowhere))).toEqual([503, 'mail.unavailable'])
  expect(await send(service.another({ secret: SECRET }))).toEqual([503, 'mail.notConfigured'])
})

test.each([
  ['an invalid address', { email: 'ada', account: ACCOUNT }],
  ['two addresses', { email: 'a@mail.example,b@mail.example', account: ACCOUNT }],
  ['an injected mail header', { email: 'a@mail.example\r\nBcc: b@mail.example', account: ACCOUNT }],
  ['an address with a name', { email: '"Ada" <ada@mail.example>', account: ACCOUNT }],
  ['an account without a network', { email: 'ada@mail.example', account: ADA.address }],
  ['an account of another family', { email: 'ada@mail.example', account: 'cosmos:cosmoshub-4:abc' }],
])('%s is refused, and no mail is sent', async (_, body) => {
  expect(await ask('POST', body)).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(mail.inbox).toEqual([])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%p is not a code', async (code) => {
  expect(await confirm('5f8d3b0a-4b1e-4f0a-9a3e-1f2e3d4c5b6a', code)).toMatchObject({ code: 'request.invalid' })
})

test('only pages of the project can send mail', async () => {
  const evil = await ask('POST', { email: newEmail(), account: ACCOUNT }, { origin: 'https://evil.example' })
  expect([evil.status, evil.code, mail.inbox]).toEqual([403, 'origin.notAllowed', []])
})

test('the database stores no readable code, and deletes expired requests', async () => {
  const { uuid, code, email } = await requested(newEmail(), `${solanaVisitor().chainId}:${solanaVisitor().address}`)
  const row = await service.db.selectFrom('auth_otps').selectAll().where('id', '=', uuid).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(`"${code}"`)
  expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
  const counts = JSON.stringify(await service.db.selectFrom('auth_mail_counts').selectAll().execute())
  expect(counts).not.toContain(email.toLowerCase())
  await sweep(service.db, service.now() + 24 * 60 * MINUTE_MS)
  expect(await service.db.selectFrom('auth_otps').selectAll().execute()).toEqual([])
  expect(await service.db.selectFrom('auth_mail_counts').selectAll().execute()).toEqual([])
})

test('the log contains neither codes nor addresses', async () => {
  const { uuid, code, email } = await requested()
  await confirm(uuid, otherCode(code))
  await confirm(uuid, code)
  mail.refuseWith(451)
  await request(newEmail())
  const log = service.lines.join('\n')
  expect(log).toContain('a mail could not be sent')
  for (const secret of [uuid, email, email.toLowerCase(), 'mail.example', ADA.address, SECRET]) {
    expect(log).not.toContain(secret)
  }
  for (const sent of codesIn()) expect(log).not.toMatch(new RegExp(`\\b${sent}\\b`))
})
