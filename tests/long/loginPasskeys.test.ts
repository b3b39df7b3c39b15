import { randomBytes, randomUUID } from 'node:crypto'
import { PASSKEYS_MAX, type PasskeyPutRequest, PasskeysAnswer } from '@portico/contracts/services/loginPasskeys'
import { parse } from 'valibot'
import { createVisitors } from '../../services/testing/loginVisitor'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { type LoginService, SECURE_SITE, startLogin } from '../../services/testing/startLogin'

jest.setTimeout(60_000)

let mail: MailServer
let service: LoginService
let visitors: ReturnType<typeof createVisitors>

beforeAll(async () => {
  mail = await startMailServer()
  service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  visitors = createVisitors(service, mail)
})
afterAll(async () => {
  await service?.close()
  await mail?.close()
})

const PATH = '/login/v1/passkeys'
const text = (bytes: number) => randomBytes(bytes).toString('base64url')
const newPasskey = (more: Partial<PasskeyPutRequest> = {}): PasskeyPutRequest => ({
  credentialId: text(32),
  prfSalt: text(32),
  transports: ['internal', 'hybrid'],
  sealedShare: text(122),
  splitId: randomUUID(),
  label: 'Laptop',
  ...more,
})

const codeOf = ({ answer }: { answer: unknown }) => (answer as { error?: { code?: string } })?.error?.code
const put = (token: string | undefined, body: unknown) => visitors.ask(PATH, { token, body })
const list = async (token: string) =>
  parse(PasskeysAnswer, (await visitors.ask(PATH, { token, method: 'GET' })).answer).passkeys
const remove = (token: string | undefined, credentialId: string) =>
  visitors.ask(`${PATH}/remove`, { token, body: { credentialId } })

test("the owner gets a passkey's sealed data back, with the day on which the passkey was added", async () => {
  const { token } = await visitors.signedIn()
  expect(await list(token)).toEqual([])
  const passkey = newPasskey()
  const before = service.now()
  expect((await put(token, passkey)).status).toBe(200)
  expect(await list(token)).toEqual([{ ...passkey, createdAtMs: expect.any(Number) }])
  expect((await list(token))[0]?.createdAtMs).toBeGreaterThanOrEqual(before)
})

test('a passkey whose share is sealed again keeps its name, its transports and its date', async () => {
  const { token } = await visitors.signedIn()
  const passkey = newPasskey()
  await put(token, passkey)
  const [first] = await list(token)
  service.advance(1_000)
  const anew = newPasskey({ credentialId: passkey.credentialId, label: 'Another', transports: [] })
  await put(token, anew)
  const { sealedShare, splitId, prfSalt } = anew
  expect(await list(token)).toEqual([{ ...first, sealedShare, splitId, prfSalt }])
})

test('sealed data cannot be seen, replaced or removed by other users', async () => {
  const [ada, mallory] = [await visitors.signedIn(), await visitors.signedIn()]
  const passkey = newPasskey()
  await put(ada.token, passkey)
  expect(await list(mallory.token)).toEqual([])
  await put(mallory.token, newPasskey({ credentialId: passkey.credentialId }))
  await remove(mallory.token, passkey.credentialId)
  expect(await list(ada.token)).toMatchObject([passkey])
  expect(await list(mallory.token)).toEqual([])
})

test('a removed passkey is gone; the others stay, and removing it twice is not an error', async () => {
  const { token } = await visitors.signedIn()
  const [one, other] = [newPasskey(), newPasskey({ label: 'Phone' })]
  await put(token, one)
  await put(token, other)
  for (let time = 0; time < 2; time += 1) {
    const { status, answer } = await remove(token, one.credentialId)
    expect([status, parse(PasskeysAnswer, answer).passkeys.map(({ label }) => label)]).toEqual([200, ['Phone']])
  }
})

test(`a wallet has at most ${PASSKEYS_MAX} passkeys, even when many are added at once`, async () => {
  const { token } = await visitors.signedIn()
  const all = await Promise.all(Array.from({ length: PASSKEYS_MAX + 3 }, () => put(token, newPasskey())))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(PASSKEYS_MAX)
  expect(all.filter((answer) => codeOf(answer) === 'passkeys.tooMany')).toHaveLength(3)
  const [first] = await list(token)
  expect(await list(token)).toHaveLength(PASSKEYS_MAX)
  // The share of an existing passkey can still be sealed again.
  expect((await put(token, newPasskey({ credentialId: first?.credentialId ?? '' }))).status).toBe(200)
})

test.each<[string, Record<string, unknown>]>([
  ['a malformed id', { credentialId: 'a b' }],
  ['an id that is too long', { credentialId: 'a'.repeat(1_365) }],
  ['a salt of the wrong length', { prfSalt: text(31) }],
  ['a share that is too long', { sealedShare: 'a'.repeat(513) }],
  ['a share that is not text', { sealedShare: 7 }],
  ['a malformed split id', { splitId: 'now' }],
  ['too many transports', { transports: Array(9).fill('usb') }],
  ['two transports in one', { transports: ['usb,nfc'] }],
  ['a blank name', { label: '   ' }],
  ['a name that is too long', { label: 'a'.repeat(65) }],
  ['an unknown field', { seed: 'x' }],
])('%s is refused', async (_, wrong) => {
  const { token } = await visitors.signedIn()
  const answer = await put(token, { ...newPasskey(), ...wrong })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'request.invalid'])
  expect(await list(token)).toEqual([])
})

test('only signed-in users get a response, and only on the secure site', async () => {
  const { token } = await visitors.signedIn()
  for (const wrong of [undefined, '', text(32)]) {
    expect(codeOf(await visitors.ask(PATH, { token: wrong, method: 'GET' }))).toBe('auth.session')
    expect(codeOf(await put(wrong, newPasskey()))).toBe('auth.session')
    expect(codeOf(await remove(wrong, text(32)))).toBe('auth.session')
  }
  const { status, headers } = await visitors.ask(PATH, { token, method: 'GET', origin: SECURE_SITE })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(codeOf(await visitors.ask(PATH, { token, method: 'GET', origin: 'https://shop.example' }))).toBe(
    'origin.notAllowed',
  )
})

test('adding and removing passkeys requires a recent sign-in; an older open session is refused', async () => {
  const { token, email } = await visitors.signedIn()
  const passkey = newPasskey()
  await put(token, passkey)
  service.advance(31 * 60_000)
  expect(codeOf(await put(token, newPasskey()))).toBe('auth.stale')
  expect(codeOf(await put(token, { ...passkey, sealedShare: text(122) }))).toBe('auth.stale')
  expect(codeOf(await remove(token, passkey.credentialId))).toBe('auth.stale')
  // The older session still opens the wallet.
  expect(await list(token)).toMatchObject([passkey])
  const again = await visitors.signedIn(email)
  expect((await remove(again.token, passkey.credentialId)).status).toBe(200)
})

test('deleting the wallet deletes its passkeys', async () => {
  const { token, session } = await visitors.signedIn()
  await put(token, newPasskey())
  await service.db.deleteFrom('login_subjects').where('id', '=', session.subject).execute()
  const left = await service.db.selectFrom('login_passkeys').where('subject_id', '=', session.subject).execute()
  expect(left).toEqual([])
})
