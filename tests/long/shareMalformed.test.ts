import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type MailServer, startMailServer } from '../../services/testing/mailServer.ts'
import {
  DELETING,
  newSigner,
  type Signer,
  type StartedShares,
  startShares,
} from '../../services/testing/startShares.ts'

jest.setTimeout(120_000)

let mail: MailServer
let store: StartedShares
let frame: Signer
beforeAll(async () => {
  mail = await startMailServer()
  // The recovery store has all endpoints.
  store = await startShares('recovery', { mail: { smtpUrl: mail.url, from: 'wallet@portico.example' } })
  frame = await newSigner()
})
afterAll(async () => {
  await store?.close()
  await mail?.close()
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000', '\ud800', '__proto__', 'eyJhbGciOiJub25lIn0.e30.', 'DPoP', "' or 1=1 --"),
)
const value = fc.oneof(text, fc.jsonValue(), fc.constant(undefined))
const endpoint = fc.constantFrom(
  ...[
    ['PUT', '/shares'],
    ['DELETE', '/shares'],
    ['POST', '/shares/release'],
    ['PUT', '/shares/rotate'],
    ['POST', '/shares/keep'],
    ['POST', '/shares/links'],
    ['POST', '/shares/links/look'],
    ['POST', '/shares/links/confirm'],
    ['POST', '/shares/links/refuse'],
  ].map(([method = '', path = '']) => ({ method, path })),
)
const body = fc.oneof(
  text,
  fc.jsonValue().map((any) => JSON.stringify(any)),
  fc
    .record({ step: value, splitId: value, share: value, email: value, token: value }, { requiredKeys: [] })
    .map((any) => JSON.stringify(any)),
  fc
    .record({ step: fc.constantFrom('prepare', 'commit', 'abandon', 'x'), splitId: fc.uuid(), extra: value })
    .map((any) => JSON.stringify(any)),
)

/** Characters that HTTP allows in a header. */
const header = fc.oneof(
  fc.constantFrom('', 'DPoP', 'DPoP ', 'DPoP .', 'DPoP ..', 'dpop a.b.c', 'Bearer a.b.c', 'a.b.c', 'null'),
  fc.string().map((any) => `DPoP ${encodeURIComponent(any)}`),
  fc.base64String().map((any) => `DPoP ${any}.${any}.${any}`),
)

async function expectRefusal(answer: Promise<{ readonly status: number; readonly body: unknown }>) {
  const { status, body: said } = await answer
  expect(said).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
}

afterEach(() => {
  expect(store.lines.filter((line) => line.includes('request failed'))).toEqual([])
})

test('any request without the right tokens gets a JSON error that says what is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(endpoint, header, header, body, (call, authorization, proof, sent) =>
      expectRefusal(store.send({ ...call, body: sent }, { authorization, DPoP: proof })),
    ),
    { numRuns: 150 },
  )
})

test('tokens with any claims, properly signed by login service and frame, get a JSON error that says what is wrong', async () => {
  const claim = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.double({ noNaN: true }))
  const wrongClaims = fc
    .tuple(fc.constantFrom('iss', 'aud', 'sub', 'jti', 'iat', 'exp', 'cnf'), claim)
    // Random expiry times could be right by chance.
    .filter(([name, any]) => !(name === 'exp' && typeof any === 'number'))
    .map(([name, any]) => ({ [name]: any }))
  const wrongProof = fc
    .tuple(fc.constantFrom('htm', 'htu', 'ath', 'iat', 'jti'), fc.oneof(fc.object(), fc.constant(undefined)))
    .map(([name, any]) => ({ [name]: any }))
  const forgery = fc.oneof(
    wrongClaims.map((assertion) => ({ assertion })),
    wrongProof.map((proof) => ({ proof })),
    fc.oneof(fc.object(), text, fc.integer()).map((jwk) => ({ proofHeader: { jwk } })),
  )
  await fc.assert(
    fc.asyncProperty(endpoint, forgery, body, async (call, forged, sent) => {
      // A store never meets claims that jose itself refuses to sign.
      const headers = await store.headersOf(call, randomUUID(), frame, forged).catch(() => undefined)
      fc.pre(headers !== undefined)
      if (headers) await expectRefusal(store.send({ ...call, body: sent }, headers))
    }),
    { numRuns: 150 },
  )
})

test('an authorized frame that sends any invalid body gets a JSON error, and nothing is stored', async () => {
  // These endpoints read no body, and an unknown wallet gets an empty response.
  const nothing: Readonly<Record<string, unknown>> = {
    'DELETE /shares': { deleted: 0 },
    'POST /shares/release': { current: null, next: null },
    'POST /shares/keep': { kept: 0 },
    'POST /shares/links/look': { state: 'open' },
  }
  await fc.assert(
    fc.asyncProperty(endpoint, body, async (call, sent) => {
      const none = nothing[`${call.method} ${call.path}`]
      if (!none) return expectRefusal(store.ask(randomUUID(), frame, { ...call, body: sent }))
      const asked = call.method === 'DELETE' ? call : { ...call, body: sent }
      expect((await store.ask(randomUUID(), frame, asked, DELETING)).body).toEqual(none)
    }),
    { numRuns: 150 },
  )
})

test('a body that is too long is refused before it is read', async () => {
  const call = { method: 'PUT', path: '/shares', body: JSON.stringify({ share: 'A'.repeat(70_000) }) }
  const { status, body: said } = await store.ask(randomUUID(), frame, call)
  expect([status, said.error]).toEqual([413, { code: 'request.tooLarge', message: expect.any(String) }])
})
