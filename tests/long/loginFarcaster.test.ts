import { randomBytes } from 'node:crypto'
import { FarcasterStartAnswer, FarcasterWaitAnswer } from '@portico/contracts/services/login'
import fc from 'fast-check'
import { parse } from 'valibot'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { FARCASTER_ACCOUNTS } from '../../local/chains/farcasterContracts'
import { developmentAccount } from '../../local/chains/seedFarcaster'
import { type LocalFarcaster, startLocalFarcaster } from '../../local/farcaster/startLocalFarcaster'
import { startFakeProvider } from '../../services/testing/fakeProvider'
import { startFarcasterRegistries } from '../../services/testing/farcasterRegistries'
import {
  CLIENT_HEADER,
  type LoginService,
  newSigningKey,
  SECURE_SITE,
  SHOP,
  startLogin,
} from '../../services/testing/startLogin'

jest.setTimeout(60_000)

const RELAY_KEY = 'a key of phones'
const MAIL = { smtpUrl: 'smtp://127.0.0.1:9', from: 'no-reply@portico.example' }
const [ADA, GRACE] = FARCASTER_ACCOUNTS
if (!ADA || !GRACE) throw new Error('There are two people at Farcaster.')

let farcaster: LocalFarcaster
let registries: Awaited<ReturnType<typeof startFarcasterRegistries>>
let service: LoginService
let asked = 0

beforeAll(async () => {
  ;[farcaster, registries] = await Promise.all([startLocalFarcaster(0, RELAY_KEY), startFarcasterRegistries()])
  service = await startLogin(MAIL, newSigningKey(), { farcaster: { relayUrl: farcaster.url, rpcUrl: registries.url } })
})
afterAll(async () => {
  await service?.close()
  await registries?.close()
  await farcaster?.close()
})

async function ask(path: string, body: unknown, { app } = service) {
  asked += 1
  const response = await app.request(`/login/v1/farcaster/${path}?projectId=${SHOP.projectId}`, {
    method: 'POST',
    headers: { origin: SECURE_SITE, [CLIENT_HEADER]: `10.1.${(asked >> 8) % 256}.${asked % 256}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as { error?: { code: string } } }
}
async function start(of = service) {
  const keyThumbprint = randomBytes(32).toString('base64url')
  const { answer } = await ask('start', { page: SHOP.origin, keyThumbprint }, of)
  const { attempt, url } = parse(FarcasterStartAnswer, answer)
  return { attempt, url, channel: new URL(url).searchParams.get('channelToken') ?? '' }
}
const wait = async (attempt: string, of = service) =>
  parse(FarcasterWaitAnswer, (await ask('wait', { attempt }, of)).answer)
const press = (url: string, fid: number) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ fid: String(fid) }) })

/** The parameters of the message that the phone is to sign. */
async function requestOf(channel: string) {
  const response = await fetch(`${farcaster.url}/v1/channel/status`, {
    headers: { authorization: `Bearer ${channel}` },
  })
  const { signatureParams } = (await response.json()) as {
    signatureParams: { domain: string; siweUri: string; nonce: string }
  }
  return signatureParams
}

interface Signer {
  readonly fid: number
  /** Index in the development mnemonic. */
  readonly signer: number
  /** A text that is signed instead of the message. */
  readonly signed?: string
}

/** Responds like a phone app, with arbitrary contents. */
async function answer(channel: string, { fid, signer, signed }: Signer, change: Partial<SiweMessage> = {}) {
  const { domain, siweUri, nonce } = await requestOf(channel)
  const key = developmentAccount(signer)
  const message = createSiweMessage({
    domain,
    address: key.address,
    statement: 'Farcaster Auth',
    uri: siweUri,
    version: '1',
    chainId: 10,
    nonce,
    issuedAt: new Date(),
    resources: [`farcaster://fid/${fid}`],
    ...change,
  })
  const response = await fetch(`${farcaster.url}/v1/channel/authenticate`, {
    method: 'POST',
    headers: { 'x-farcaster-auth-relay-key': RELAY_KEY, authorization: `Bearer ${channel}` },
    body: JSON.stringify({
      message,
      signature: await key.signMessage({ message: signed ?? message }),
      fid,
      username: 'someone',
    }),
  })
  expect(response.status).toBe(201)
}

test('approval on the phone opens a wallet, and the same one the next time', async () => {
  const { attempt, url } = await start()
  expect(await wait(attempt)).toEqual({ outcome: 'waiting' })
  await press(url, ADA.fid)
  const first = await wait(attempt)
  expect(first).toMatchObject({
    outcome: 'accepted',
    isNew: true,
    session: { provider: 'farcaster', userName: 'ada', email: null },
  })
  expect(await wait(attempt)).toEqual({ outcome: 'refused' })
  const again = await start()
  await press(again.url, ADA.fid)
  const subject = first.outcome === 'accepted' ? first.session.subject : ''
  expect(await wait(again.attempt)).toMatchObject({ outcome: 'accepted', isNew: false, session: { subject } })
})

test('the phone shows the secure site as the requester', async () => {
  const { channel } = await start()
  expect(await requestOf(channel)).toMatchObject({ domain: 'secure.example', siweUri: 'https://secure.example/' })
})

test('an address authorized by the owner may sign in, until it is removed', async () => {
  const named = { fid: GRACE.fid, signer: GRACE.authAddress ?? -1 }
  const first = await start()
  await answer(first.channel, named)
  const accepted = await wait(first.attempt)
  expect(accepted).toMatchObject({ outcome: 'accepted', session: { userName: 'someone' } })
  const owner = await start()
  await press(owner.url, GRACE.fid)
  const subject = accepted.outcome === 'accepted' ? accepted.session.subject : ''
  expect(await wait(owner.attempt)).toMatchObject({ outcome: 'accepted', isNew: false, session: { subject } })

  registries.keysAre(2)
  const later = await start()
  await answer(later.channel, named)
  expect(await wait(later.attempt)).toEqual({ outcome: 'refused' })
  registries.keysAre(1)
})

const OWN = { fid: ADA.fid, signer: ADA.custody }
const past = new Date(Date.now() - 3_600_000)
const future = new Date(Date.now() + 3_600_000)

test.each<[string, Signer, Partial<SiweMessage>]>([
  ['signed by an unknown key', { fid: ADA.fid, signer: 6 }, {}],
  ['signed by one account for another', { fid: GRACE.fid, signer: ADA.custody }, {}],
  ['signed by an address authorized by another account', { fid: ADA.fid, signer: GRACE.authAddress ?? -1 }, {}],
  ['for account 0', { fid: 0, signer: 6 }, {}],
  ['that names another address', OWN, { address: developmentAccount(7).address }],
  ['with the signature of another message', { ...OWN, signed: 'another message' }, {}],
  ['for another attempt', OWN, { nonce: 'a'.repeat(64) }],
  ['for another site', OWN, { domain: 'evil.example' }],
  ['for another page', OWN, { uri: 'https://evil.example/' }],
  ['for another chain', OWN, { chainId: 1 }],
  ['for another purpose', OWN, { statement: 'Sign in with your account.' }],
  ['that has expired', OWN, { expirationTime: past }],
  ['that is not valid yet', OWN, { notBefore: future }],
  ['without an account', OWN, { resources: [] }],
  ['with two accounts', OWN, { resources: [`farcaster://fid/${ADA.fid}`, `farcaster://fid/${GRACE.fid}`] }],
  ['with a malformed account', OWN, { resources: [`farcaster://fid/${ADA.fid}/signer`] }],
])('a message %s is refused', async (_, who, change) => {
  const { attempt, channel } = await start()
  await answer(channel, who, change)
  expect(await wait(attempt)).toEqual({ outcome: 'refused' })
  expect(await wait(attempt)).toEqual({ outcome: 'refused' })
})

test('two simultaneous polls sign in exactly once', async () => {
  const { attempt, url } = await start()
  await press(url, ADA.fid)
  const outcomes = (await Promise.all([wait(attempt), wait(attempt)])).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes).not.toContain('waiting')
})

test('an attempt is refused after ten minutes, and so is one that was never started', async () => {
  const { attempt, url } = await start()
  await press(url, ADA.fid)
  service.advance(11 * 60_000)
  expect(await wait(attempt)).toEqual({ outcome: 'refused' })
  service.advance(-11 * 60_000)
  expect(await wait(randomBytes(32).toString('base64url'))).toEqual({ outcome: 'refused' })
})

test('without the registries, or without the relay, Farcaster is reported as unavailable', async () => {
  const { attempt, url } = await start()
  await press(url, ADA.fid)
  registries.down(true)
  expect(await wait(attempt)).toEqual({ outcome: 'unavailable' })
  registries.down(false)
  const alone = await startLogin(MAIL, newSigningKey(), {
    farcaster: { relayUrl: 'http://127.0.0.1:9', rpcUrl: registries.url },
  })
  try {
    const refused = await ask(
      'start',
      { page: SHOP.origin, keyThumbprint: randomBytes(32).toString('base64url') },
      alone,
    )
    expect([refused.status, refused.answer.error?.code]).toEqual([503, 'social.unavailable'])
  } finally {
    await alone.close()
  }
})

test('a service without a configured relay has no such endpoint', async () => {
  const without = await startLogin(MAIL)
  try {
    expect((await ask('start', {}, without)).status).toBe(404)
  } finally {
    await without.close()
  }
})

test("the log and the database contain neither the channel, the nonce nor the node's key", async () => {
  const { attempt, channel } = await start()
  const { nonce } = await requestOf(channel)
  const rows = JSON.stringify(await service.db.selectFrom('login_farcaster_attempts').selectAll().execute())
  await answer(channel, { fid: ADA.fid, signer: 6 })
  expect(await wait(attempt)).toEqual({ outcome: 'refused' })
  const log = service.lines.join('\n')
  expect(log).toContain('Farcaster did not confirm the sign-in')
  expect(rows).toContain('channel_sealed')
  for (const secret of [attempt, channel, nonce, 'key-of-the-node']) {
    expect(secret).toMatch(/^\S{8,}$/)
    for (const text of [rows, log]) expect(text).not.toContain(secret)
  }
})

test('no response of the relay alone signs a visitor in', async () => {
  const relay = await startFakeProvider()
  const fooled = await startLogin(MAIL, newSigningKey(), { farcaster: { relayUrl: relay.url, rpcUrl: registries.url } })
  const channel = { channelToken: 'a-channel', url: 'https://farcaster.example/~/siwf' }
  try {
    const said = fc.record({
      status: fc.oneof(
        fc.constant(200),
        fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
      ),
      body: fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            state: fc.oneof(fc.constant('completed'), fc.jsonValue()),
            message: fc.oneof(fc.string(), fc.jsonValue()),
            signature: fc.oneof(fc.constant(`0x${'1'.repeat(130)}`), fc.jsonValue()),
            fid: fc.constant(ADA.fid),
            username: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    })
    await fc.assert(
      fc.asyncProperty(said, async (one) => {
        relay.says(() => ({ status: 201, body: channel }))
        const { attempt } = await start(fooled)
        relay.says(() => one)
        const { outcome } = await wait(attempt, fooled)
        expect(['refused', 'unavailable', ...(one.status === 202 ? ['waiting'] : [])]).toContain(outcome)
      }),
      { numRuns: 150 },
    )
    for (const url of ['javascript:alert(1)', 7, undefined]) {
      relay.says(() => ({ status: 201, body: { ...channel, url } }))
      expect(
        (await ask('start', { page: SHOP.origin, keyThumbprint: randomBytes(32).toString('base64url') }, fooled))
          .status,
      ).toBe(503)
    }
    expect(fooled.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  } finally {
    await fooled.close()
    await relay.close()
  }
})
