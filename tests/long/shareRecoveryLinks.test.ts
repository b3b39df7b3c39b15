import { randomUUID } from 'node:crypto'
import { claimProcess } from '../../services/src/shares/claimProcess.ts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import {
  calls,
  codeOf,
  DELETING,
  newShare,
  newSigner,
  SECURE_SITE,
  type Signer,
  type StartedShares,
  startShares,
} from '../../services/testing/startShares.ts'

jest.setTimeout(60_000)

let mail: MailServer
let store: StartedShares
let frame: Signer
let thief: Signer
beforeAll(async () => {
  mail = await startMailServer()
  store = await startShares('recovery', { mail: { smtpUrl: mail.url, from: 'wallet@portico.example' } })
  frame = await newSigner()
  thief = await newSigner()
})
afterAll(async () => {
  await store?.close()
  await mail?.close()
})
afterEach(() => mail.refuseWith(undefined))

const newSplit = () => ({ splitId: randomUUID(), share: newShare() })

async function newWallet(email: string | null = `${randomUUID()}@visitor.example`) {
  const subject = randomUUID()
  const first = newSplit()
  expect((await store.ask(subject, frame, calls.put({ ...first, email }))).status).toBe(201)
  return { subject, first, email: email ?? '' }
}

const decoded = (raw: string) =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The tokens of all links mailed to an address. */
const tokensTo = (email: string) =>
  mail.inbox
    .filter(({ to }) => to.includes(email))
    .map(
      ({ raw }) =>
        new RegExp(`${SECURE_SITE}/device#recovery=([\\w-]{43})&at=\\d+\\S*\\s`).exec(decoded(raw))?.[1] ?? '',
    )

const confirm = (token: string) =>
  store.send({ method: 'POST', path: '/shares/links/confirm', body: { token } }, { origin: SECURE_SITE })

const refuse = (token: string) =>
  store.send({ method: 'POST', path: '/shares/links/refuse', body: { token } }, { origin: SECURE_SITE })
const look = async (subject: string, by = frame) => (await store.ask(subject, by, calls.look)).body

const openLink = async (subject: string, email: string, by = frame) => {
  expect((await store.ask(subject, by, calls.link)).body).toEqual({ expiresInS: 600 })
  return tokensTo(email).at(-1) ?? ''
}

test("an attacker who controls the login service gets no share without the owner's mail", async () => {
  const { subject, email } = await newWallet()
  const second = newSplit()
  for (const call of [
    calls.release,
    calls.rotate({ step: 'prepare', ...second }),
    calls.rotate({ step: 'commit', splitId: second.splitId }),
    calls.remove,
  ]) {
    expect(codeOf(await store.ask(subject, thief, call, DELETING))).toEqual([403, 'link.needed'])
  }
  expect(codeOf(await store.ask(subject, thief, calls.put({ ...second, email: 'thief@elsewhere.example' })))).toEqual([
    409,
    'share.exists',
  ])
  await openLink(subject, email, thief)
  expect(codeOf(await store.ask(subject, thief, calls.release))).toEqual([403, 'link.needed'])
  expect(tokensTo(email)).toHaveLength(1)
})

test('a visitor who follows the link gets the share, and can replace it within ten minutes but not later', async () => {
  const { subject, first, email } = await newWallet()
  const token = await openLink(subject, email)
  expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([403, 'link.needed'])
  expect((await confirm(token)).body).toEqual({ expiresInS: 600 })
  expect((await store.ask(subject, frame, calls.release)).body).toEqual({ current: first, next: null })
  const second = newSplit()
  await store.ask(subject, frame, calls.rotate({ step: 'prepare', ...second }))
  await store.ask(subject, frame, calls.rotate({ step: 'commit', splitId: second.splitId }))
  expect((await store.ask(subject, frame, calls.release)).body).toEqual({ current: second, next: null })
  store.advance(600_000)
  expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([403, 'link.needed'])
})

test('a waiting device gets a status without an error: not yet confirmed, confirmed, or refused', async () => {
  const { subject, email } = await newWallet()
  expect(await look(subject)).toEqual({ state: 'waiting' })
  const first = await openLink(subject, email)
  expect(await look(subject)).toEqual({ state: 'waiting' })
  expect((await refuse(first)).status).toBe(200)
  expect(await look(subject)).toEqual({ state: 'refused' })
  expect(codeOf(await confirm(first))).toEqual([400, 'link.over'])
  expect(codeOf(await refuse(first))).toEqual([400, 'link.over'])
  expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([403, 'link.needed'])
  // After one link was refused, the next one can still be followed.
  store.advance(30_000)
  const second = await openLink(subject, email)
  expect(await look(subject)).toEqual({ state: 'waiting' })
  await confirm(second)
  expect(await look(subject)).toEqual({ state: 'open' })
  expect(await look(subject, thief)).toEqual({ state: 'waiting' })
  expect(await look(randomUUID())).toEqual({ state: 'open' })
})

test('a confirmed link can still be refused', async () => {
  const { subject, email } = await newWallet()
  const token = await openLink(subject, email)
  await confirm(token)
  await refuse(token)
  expect(await look(subject)).toEqual({ state: 'refused' })
  expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([403, 'link.needed'])
})

test("refusing a link also refuses all earlier links of the same device, but no other device's", async () => {
  const { subject, email } = await newWallet()
  const theirs = [await openLink(subject, email, thief)]
  store.advance(30_000)
  theirs.push(await openLink(subject, email, thief))
  store.advance(30_000)
  const own = await openLink(subject, email)
  expect((await refuse(theirs[1] ?? '')).status).toBe(200)
  for (const token of theirs) expect(codeOf(await confirm(token))).toEqual([400, 'link.over'])
  expect(await look(subject, thief)).toEqual({ state: 'refused' })
  expect((await confirm(own)).status).toBe(200)
  expect(await look(subject)).toEqual({ state: 'open' })
})

test('the mail (text and HTML) and the link state the time to the minute and the site known to the login service', async () => {
  const { subject, email } = await newWallet()
  const host = 'shop.example:8443'
  await store.ask(subject, frame, calls.link, { assertion: { host } })
  const raw = decoded(mail.inbox.filter(({ to }) => to.includes(email)).at(-1)?.raw ?? '')
  const at = new Date(store.now())
  const minute = `${at.toISOString().slice(11, 16)} UTC on ${at.getUTCDate()} `
  expect(raw.split(`at ${host} on a new device`)).toHaveLength(3)
  expect(raw.split(`requested this email at ${minute}`)).toHaveLength(3)
  const link = `#recovery=[\\w-]{43}&at=${Math.floor(store.now() / 60_000)}&host=${encodeURIComponent(host)}`
  expect(raw).toMatch(new RegExp(link))
})

test.each(['shop.example: confirm now', '<b>bank</b>', 'x'.repeat(256), 7])(
  'the host of a page cannot inject text into the mail (%j)',
  async (host) => {
    const { subject, email } = await newWallet()
    const answer = await store.ask(subject, frame, calls.link, { assertion: { host } })
    expect([codeOf(answer), tokensTo(email)]).toEqual([[401, 'assertion.invalid'], []])
  },
)

test('a deletion needs the link; canceling the deletion does not, but shares then need the link as before', async () => {
  const { subject, first, email } = await newWallet()
  await confirm(await openLink(subject, email))
  expect((await store.ask(subject, frame, calls.remove, DELETING)).body).toEqual({ deleted: 1 })
  expect(codeOf(await store.ask(subject, frame, calls.link))).toEqual([409, 'share.deleting'])
  store.advance(600_000)
  expect((await store.ask(subject, thief, calls.keep)).body).toEqual({ kept: 1 })
  expect(codeOf(await store.ask(subject, thief, calls.release))).toEqual([403, 'link.needed'])
  await confirm(await openLink(subject, email))
  expect((await store.ask(subject, frame, calls.release)).body).toEqual({ current: first, next: null })
})

test('the link works once, and only for the key and the wallet that it was requested for', async () => {
  const { subject, email } = await newWallet()
  const other = await newWallet()
  const token = await openLink(subject, email)
  expect((await confirm(token)).status).toBe(200)
  expect(codeOf(await confirm(token))).toEqual([400, 'link.over'])
  expect(codeOf(await store.ask(subject, thief, calls.release))).toEqual([403, 'link.needed'])
  expect(codeOf(await store.ask(other.subject, frame, calls.release))).toEqual([403, 'link.needed'])
  expect((await store.ask(subject, frame, calls.release)).status).toBe(200)
})

test('of five simultaneous attempts to follow a link, one succeeds', async () => {
  const { subject, email } = await newWallet()
  const token = await openLink(subject, email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
})

test('a link that is too old, or was never mailed, does not work', async () => {
  const { subject, email } = await newWallet()
  const token = await openLink(subject, email)
  store.advance(600_000)
  expect(codeOf(await confirm(token))).toEqual([400, 'link.over'])
  expect(codeOf(await confirm('A'.repeat(43)))).toEqual([400, 'link.over'])
  expect(codeOf(await confirm(`${token}A`))).toEqual([400, 'request.invalid'])
})

test('an address gets five links an hour, half a minute apart, and another wallet still gets its own', async () => {
  const { subject, email } = await newWallet()
  await openLink(subject, email)
  const early = await store.ask(subject, frame, calls.link)
  expect(codeOf(early)).toEqual([429, 'link.tooOften'])
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(30)
  for (let sent = 1; sent < 5; sent += 1) {
    store.advance(30_000)
    await openLink(subject, email)
  }
  store.advance(30_000)
  const full = await store.ask(subject, frame, calls.link)
  expect(codeOf(full)).toEqual([429, 'link.tooOften'])
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(tokensTo(email)).toHaveLength(5)
  const other = await newWallet()
  await openLink(other.subject, other.email)
  store.advance(3_600_000)
  await openLink(subject, email)
})

test('of five requests at once, one mail is sent', async () => {
  const { subject, email } = await newWallet()
  const answers = await Promise.all(Array.from({ length: 5 }, () => store.ask(subject, frame, calls.link)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
  expect(tokensTo(email)).toHaveLength(1)
})

test('a failed mail does not count, and is logged without the address', async () => {
  const { subject, email } = await newWallet()
  mail.refuseWith(550)
  const refused = await store.ask(subject, frame, calls.link)
  expect(codeOf(refused)).toEqual([400, 'mail.refused'])
  expect(JSON.stringify(refused.body)).not.toContain(email)
  mail.refuseWith(451)
  expect(codeOf(await store.ask(subject, frame, calls.link))).toEqual([503, 'mail.unavailable'])
  mail.refuseWith(undefined)
  await openLink(subject, email)
  expect(store.lines.join()).not.toContain('@visitor.example')
})

test('a new address needs a link mailed to the old one, and takes effect only with the commit', async () => {
  const { subject, email } = await newWallet()
  const next = `${randomUUID()}@visitor.example`
  const second = newSplit()
  await confirm(await openLink(subject, email))
  await store.ask(subject, frame, calls.rotate({ step: 'prepare', ...second, email: next }))
  const prepared = { step: 'prepare', ...second, email }
  expect(codeOf(await store.ask(subject, frame, calls.rotate(prepared)))).toEqual([409, 'rotation.pending'])
  store.advance(30_000)
  await openLink(subject, email)
  await store.ask(subject, frame, calls.rotate({ step: 'commit', splitId: second.splitId }))
  store.advance(600_000)
  await confirm(await openLink(subject, next))
  expect((await store.ask(subject, frame, calls.release)).body).toEqual({ current: second, next: null })
  expect(tokensTo(next)).toHaveLength(1)
})

test('a wallet without an address opens on the device that created it, and gets no link', async () => {
  const { subject, first } = await newWallet(null)
  expect((await store.ask(subject, frame, calls.release)).body).toEqual({ current: first, next: null })
  expect(codeOf(await store.ask(subject, frame, calls.link))).toEqual([409, 'link.notNeeded'])
})

test('a session that is too old gets nothing from the recovery store, with or without an address', async () => {
  const signedInAgo = (seconds: number) => ({ assertion: { auth_time: Math.floor(store.now() / 1_000) - seconds } })
  for (const { subject } of [await newWallet(null), await newWallet()]) {
    for (const call of [calls.release, calls.remove, calls.link]) {
      expect(codeOf(await store.ask(subject, frame, call, signedInAgo(1_802)))).toEqual([401, 'session.stale'])
    }
  }
  const { subject } = await newWallet(null)
  expect((await store.ask(subject, frame, calls.release, signedInAgo(1_700))).status).toBe(200)
})

test('a recovery store without mail does not start: it would release shares on login alone', async () => {
  await expect(startShares('recovery')).rejects.toThrow('The recovery store, and no other, mails links.')
})

test('the recovery store does not run with the other services or the other store', () => {
  expect(() => claimProcess('services')).toThrow('This process is the recovery share store')
  expect(() => claimProcess('auth share store')).toThrow('This process is the recovery share store')
})
