import { randomUUID } from 'node:crypto'
import { SHARES_RELEASE_PATH, ShareReleaseAnswer, ShareState } from '@portico/contracts/services/shares'
import { parse } from 'valibot'
import { sharesApi } from '../../services/src/shares/sharesApi'
import {
  calls,
  codeOf,
  DELETING,
  type Forgery,
  newShare,
  newSigner,
  SECURE_SITE,
  type Signer,
  type StartedShares,
  startShares,
} from '../../services/testing/startShares'

jest.setTimeout(60_000)

let store: StartedShares
let frame: Signer
beforeAll(async () => {
  store = await startShares('auth')
  frame = await newSigner()
})
afterAll(() => store?.close())

/** A new wallet for each test, with its first share. */
async function newWallet() {
  const subject = randomUUID()
  const first = { splitId: randomUUID(), share: newShare() }
  expect((await store.ask(subject, frame, calls.put(first))).status).toBe(201)
  return { subject, first }
}
const release = async (subject: string) =>
  parse(ShareReleaseAnswer, (await store.ask(subject, frame, calls.release)).body)

describe('a share', () => {
  test('is stored once and released to the same wallet only', async () => {
    const { subject, first } = await newWallet()
    expect(await release(subject)).toEqual({ current: first, next: null })
  })

  test('that does not exist yet is not an error, because every sign-up requests it', async () => {
    expect(await release(randomUUID())).toEqual({ current: null, next: null })
    const step = { step: 'commit', splitId: randomUUID() }
    expect(codeOf(await store.ask(randomUUID(), frame, calls.rotate(step)))).toEqual([404, 'share.unknown'])
  })

  test('is not replaced by another share, nor by the same bytes of another split', async () => {
    const { subject, first } = await newWallet()
    for (const other of [
      { splitId: randomUUID(), share: newShare() },
      { ...first, share: newShare() },
      { ...first, splitId: randomUUID() },
    ]) {
      expect(codeOf(await store.ask(subject, frame, calls.put(other)))).toEqual([409, 'share.exists'])
    }
    expect(await release(subject)).toEqual({ current: first, next: null })
  })

  test('can be sent again after a lost response, in any spelling of its id', async () => {
    const { subject, first } = await newWallet()
    const again = await store.ask(subject, frame, calls.put({ ...first, splitId: first.splitId.toUpperCase() }))
    expect(parse(ShareState, again.body)).toEqual({ current: first.splitId, next: null })
  })

  test('is the same in every later release, even when five are stored at once', async () => {
    const subject = randomUUID()
    const five = Array.from({ length: 5 }, () => ({ splitId: randomUUID(), share: newShare() }))
    const answers = await Promise.all(five.map((one) => store.ask(subject, frame, calls.put(one))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const kept = five[answers.findIndex(({ status }) => status === 201)]
    expect((await release(subject)).current).toEqual(kept)
  })

  test('is not released after the wallet is deleted, and deleting it again changes nothing', async () => {
    const { subject, first } = await newWallet()
    const other = await newWallet()
    for (let time = 0; time < 2; time += 1) {
      expect((await store.ask(subject, frame, calls.remove, DELETING)).body).toEqual({ deleted: 1 })
    }
    const next = { splitId: randomUUID(), share: newShare() }
    for (const call of [
      calls.release,
      calls.put(first),
      calls.put(next),
      calls.rotate({ step: 'prepare', ...next }),
      calls.rotate({ step: 'commit', splitId: first.splitId }),
      calls.rotate({ step: 'abandon', splitId: next.splitId }),
    ]) {
      const answer = await store.ask(subject, frame, call, DELETING)
      expect(codeOf(answer)).toEqual([409, 'share.deleting'])
      expect(JSON.stringify(answer.body)).not.toContain(first.share)
    }
    expect((await release(other.subject)).current).toEqual(other.first)
    expect((await store.ask(randomUUID(), frame, calls.remove, DELETING)).body).toEqual({ deleted: 0 })
  })

  test('is restored unchanged when the wallet is kept', async () => {
    const { subject, first } = await newWallet()
    await store.ask(subject, frame, calls.remove, DELETING)
    const another = await newSigner()
    expect((await store.ask(subject, another, calls.keep)).body).toEqual({ kept: 1 })
    expect(await release(subject)).toEqual({ current: first, next: null })
    expect((await store.ask(subject, another, calls.keep)).body).toEqual({ kept: 0 })
    expect((await store.ask(randomUUID(), frame, calls.keep)).body).toEqual({ kept: 0 })
  })

  test('is not deleted by an assertion from before the wallet was kept, even if no deletion was pending then', async () => {
    const { subject, first } = await newWallet()
    const thief = await newSigner()
    const saidAgo = (seconds: number) => {
      const iat = Math.floor(store.now() / 1_000) - seconds
      return { assertion: { ...DELETING.assertion, iat, auth_time: iat } }
    }
    expect((await store.ask(subject, frame, calls.keep)).body).toEqual({ kept: 0 })
    // The time of the decision to keep survives a replacement of shares.
    const second = { splitId: randomUUID(), share: newShare() }
    await store.ask(subject, frame, calls.rotate({ step: 'prepare', ...second }))
    await store.ask(subject, frame, calls.rotate({ step: 'commit', splitId: second.splitId }))
    for (const seconds of [100, 1, 0]) {
      const refused = await store.ask(subject, thief, calls.remove, saidAgo(seconds))
      expect([codeOf(refused), refused.headers.get('retry-after')]).toEqual([[409, 'deletion.calledOff'], '1'])
    }
    // A delayed assertion of the login service reverts nothing.
    expect((await store.ask(subject, frame, calls.keep, saidAgo(60))).body).toEqual({ kept: 0 })
    expect(codeOf(await store.ask(subject, thief, calls.remove, saidAgo(0)))).toEqual([409, 'deletion.calledOff'])
    expect(await release(subject)).toEqual({ current: second, next: null })
    expect(first.splitId).not.toBe(second.splitId)
    store.advance(1_000)
    expect((await store.ask(subject, frame, calls.remove, saidAgo(0))).body).toEqual({ deleted: 1 })
  })

  test('is neither deleted nor kept by an earlier session, nor deleted before the login service has warned its owner', async () => {
    const { subject, first } = await newWallet()
    const signedInAgo = (seconds: number) => ({
      assertion: { ...DELETING.assertion, auth_time: Math.floor(store.now() / 1_000) - seconds },
    })
    expect(codeOf(await store.ask(subject, frame, calls.remove, signedInAgo(1_802)))).toEqual([401, 'session.stale'])
    expect(codeOf(await store.ask(subject, frame, calls.remove))).toEqual([409, 'deletion.notBegun'])
    expect((await release(subject)).current).toEqual(first)
    expect((await store.ask(subject, frame, calls.remove, signedInAgo(1_700))).body).toEqual({ deleted: 1 })
    expect(codeOf(await store.ask(subject, frame, calls.keep, signedInAgo(1_802)))).toEqual([401, 'session.stale'])
    expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([409, 'share.deleting'])
  })
})

describe('replacing shares', () => {
  const prepare = (split: { readonly splitId: string; readonly share: string }) =>
    calls.rotate({ step: 'prepare', ...split })
  const commit = (splitId: string) => calls.rotate({ step: 'commit', splitId })
  const abandon = (splitId: string) => calls.rotate({ step: 'abandon', splitId })
  const newSplit = () => ({ splitId: randomUUID(), share: newShare() })

  test('keeps the old share until the new one is committed; each step can be repeated', async () => {
    const { subject, first } = await newWallet()
    const second = newSplit()
    for (let time = 0; time < 2; time += 1) {
      const { body } = await store.ask(subject, frame, prepare(second))
      expect(body).toEqual({ current: first.splitId, next: second.splitId })
      expect(await release(subject)).toEqual({ current: first, next: second })
    }
    for (let time = 0; time < 2; time += 1) {
      const { body } = await store.ask(subject, frame, commit(second.splitId))
      expect(body).toEqual({ current: second.splitId, next: null })
      expect(await release(subject)).toEqual({ current: second, next: null })
    }
  })

  test('by one device: of five simultaneous attempts one starts, and no other attempt overwrites it', async () => {
    const { subject, first } = await newWallet()
    const five = Array.from({ length: 5 }, newSplit)
    const answers = await Promise.all(five.map((one) => store.ask(subject, frame, prepare(one))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const next = five[answers.findIndex(({ status }) => status === 200)]
    expect(await release(subject)).toEqual({ current: first, next })
    const changed = { ...newSplit(), splitId: next?.splitId ?? '' }
    expect(codeOf(await store.ask(subject, frame, prepare(changed)))).toEqual([409, 'rotation.pending'])
  })

  test('commits exactly the share that was prepared', async () => {
    const { subject, first } = await newWallet()
    expect(codeOf(await store.ask(subject, frame, commit(randomUUID())))).toEqual([409, 'rotation.unknown'])
    const second = newSplit()
    await store.ask(subject, frame, prepare(second))
    expect(codeOf(await store.ask(subject, frame, commit(randomUUID())))).toEqual([409, 'rotation.unknown'])
    expect(codeOf(await store.ask(subject, frame, prepare({ ...second, splitId: first.splitId })))).toEqual([
      409,
      'share.exists',
    ])
    expect(await release(subject)).toEqual({ current: first, next: second })
  })

  test('can be aborted by its device at once, by another device after a timeout, and never once committed', async () => {
    const { subject, first } = await newWallet()
    const [mine, theirs] = [newSplit(), newSplit()]
    await store.ask(subject, frame, prepare(mine))
    expect((await store.ask(subject, frame, abandon(mine.splitId))).body).toEqual({
      current: first.splitId,
      next: null,
    })

    const other = await newSigner()
    await store.ask(subject, other, prepare(theirs))
    const tooEarly = await store.ask(subject, frame, abandon(theirs.splitId))
    expect(codeOf(tooEarly)).toEqual([409, 'rotation.pending'])
    expect(Number(tooEarly.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(codeOf(await store.ask(subject, frame, abandon(mine.splitId)))).toEqual([409, 'rotation.pending'])
    store.advance(600_000)
    expect((await store.ask(subject, frame, abandon(theirs.splitId))).status).toBe(200)
    expect(await release(subject)).toEqual({ current: first, next: null })
    expect(codeOf(await store.ask(subject, frame, abandon(first.splitId)))).toEqual([409, 'rotation.unknown'])
  })

  test('leaves a pending share that is deleted and restored together with the wallet', async () => {
    const { subject } = await newWallet()
    await store.ask(subject, frame, prepare(newSplit()))
    expect((await store.ask(subject, frame, calls.remove, DELETING)).body).toEqual({ deleted: 2 })
    expect((await store.ask(subject, frame, calls.keep)).body).toEqual({ kept: 2 })
    expect((await release(subject)).next).not.toBeNull()
  })
})

describe('a request with', () => {
  let foreign: Signer
  beforeAll(async () => {
    foreign = await newSigner('login-1')
  })
  const nowS = () => Math.floor(store.now() / 1_000)
  const rows: readonly [title: string, code: string, forge: () => Forgery][] = [
    ['no assertion', 'assertion.missing', () => ({ headers: { authorization: undefined } })],
    ['a bearer token', 'assertion.missing', () => ({ headers: { authorization: 'Bearer abc' } })],
    ['two assertions in one header', 'assertion.missing', () => ({ headers: { authorization: 'DPoP a.b.c d.e.f' } })],
    ['a malformed assertion', 'assertion.invalid', () => ({ headers: { authorization: 'DPoP a.b.c' } })],
    [
      'an assertion for the other store',
      'assertion.invalid',
      () => ({ assertion: { aud: 'portico-shares-recovery' } }),
    ],
    [
      'an assertion for both stores',
      'assertion.invalid',
      () => ({ assertion: { aud: ['portico-shares-auth', 'portico-shares-recovery'] } }),
    ],
    ['an assertion without an audience', 'assertion.invalid', () => ({ assertion: { aud: undefined } })],
    ['an assertion of another issuer', 'assertion.invalid', () => ({ assertion: { iss: 'someone' } })],
    ['an assertion not signed by login', 'assertion.invalid', () => ({ login: foreign })],
    ['another token of login', 'assertion.invalid', () => ({ assertionHeader: { typ: 'JWT' } })],
    ['an assertion not bound to a key', 'assertion.invalid', () => ({ assertion: { cnf: undefined } })],
    ['an assertion without an id', 'assertion.invalid', () => ({ assertion: { jti: undefined } })],
    ['an assertion without an expiry', 'assertion.invalid', () => ({ assertion: { exp: undefined } })],
    ['an assertion without a subject', 'assertion.invalid', () => ({ assertion: { sub: '' } })],
    [
      'an assertion that is 121 seconds old',
      'assertion.stale',
      () => ({ assertion: { iat: nowS() - 121, exp: nowS() + 60 } }),
    ],
    ['an expired assertion', 'assertion.stale', () => ({ assertion: { exp: nowS() - 1 } })],
    ['an assertion from the future', 'assertion.stale', () => ({ assertion: { iat: nowS() + 6 } })],
    ['no proof', 'proof.missing', () => ({ headers: { DPoP: undefined } })],
    ['a malformed proof', 'proof.invalid', () => ({ headers: { DPoP: 'x' } })],
    ['two proofs', 'proof.invalid', () => ({ headers: { DPoP: 'a.b.c, d.e.f' } })],
    ['a proof that is too long', 'proof.invalid', () => ({ headers: { DPoP: `${'a'.repeat(5_000)}.b.c` } })],
    ['a proof by a key that the assertion does not name', 'proof.invalid', () => ({ frame: foreign })],
    [
      'a proof that names the right key and is signed by another',
      'proof.invalid',
      () => ({ frame: foreign, proofHeader: { jwk: frame.publicJwk } }),
    ],
    ['a proof that contains its private key', 'proof.invalid', () => ({ proofHeader: { jwk: frame.privateJwk } })],
    ['a proof without a key', 'proof.invalid', () => ({ proofHeader: { jwk: undefined } })],
    [
      'a proof with a point that is not on the curve',
      'proof.invalid',
      () => ({ proofHeader: { jwk: { ...frame.publicJwk, y: frame.publicJwk.x } } }),
    ],
    ['a proof with a symmetric key', 'proof.invalid', () => ({ proofHeader: { jwk: { kty: 'oct', k: 'AAAA' } } })],
    ['a proof of another type', 'proof.invalid', () => ({ proofHeader: { typ: 'JWT' } })],
    ['a proof for another method', 'proof.invalid', () => ({ proof: { htm: 'GET' } })],
    ['a proof for another path', 'proof.invalid', () => ({ proof: { htu: '/shares' } })],
    ['a proof for another assertion', 'proof.invalid', () => ({ proof: { ath: 'A'.repeat(43) } })],
    ['a proof without an id', 'proof.invalid', () => ({ proof: { jti: '' } })],
    ['a proof that is six minutes old', 'proof.stale', () => ({ proof: { iat: nowS() - 360 } })],
    ['a proof from the future', 'proof.stale', () => ({ proof: { iat: nowS() + 360 } })],
  ]

  test.each(rows)('%s gets nothing', async (_, code, forge) => {
    const { subject } = await newWallet()
    const answer = await store.ask(subject, frame, calls.release, forge())
    expect(codeOf(answer)).toEqual([401, code])
    expect(Object.keys(answer.body)).toEqual(['error'])
  })

  test('an assertion that is 119 seconds old and a clock that is four minutes off still gets its share', async () => {
    const { subject, first } = await newWallet()
    const forged = { assertion: { iat: nowS() - 119 }, proof: { iat: nowS() + 240 } }
    const { body } = await store.ask(subject, frame, calls.release, forged)
    expect(body.current).toEqual(first)
  })

  test('both tokens of an earlier request gets nothing', async () => {
    const { subject } = await newWallet()
    const headers = await store.headersOf(calls.release, subject, frame)
    expect((await store.send(calls.release, headers)).status).toBe(200)
    expect(codeOf(await store.send(calls.release, headers))).toEqual([401, 'proof.used'])
  })

  test('the same tokens, sent five times at once, gets the share once', async () => {
    const { subject } = await newWallet()
    const headers = await store.headersOf(calls.release, subject, frame)
    const answers = await Promise.all(Array.from({ length: 5 }, () => store.send(calls.release, headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('an earlier assertion and a new proof gets nothing; neither does an earlier proof id', async () => {
    const { subject } = await newWallet()
    const jti = randomUUID()
    expect((await store.ask(subject, frame, calls.release, { assertion: { jti } })).status).toBe(200)
    expect(codeOf(await store.ask(subject, frame, calls.release, { assertion: { jti } }))).toEqual([
      401,
      'assertion.used',
    ])
    expect((await store.ask(subject, frame, calls.release, { proof: { jti } })).status).toBe(200)
    expect(codeOf(await store.ask(subject, frame, calls.release, { proof: { jti } }))).toEqual([401, 'proof.used'])
  })

  test('used tokens is still refused when the first use has failed', async () => {
    const { subject } = await newWallet()
    const call = calls.put('no JSON')
    const headers = await store.headersOf(call, subject, frame)
    expect(codeOf(await store.send(call, headers))).toEqual([422, 'request.notJson'])
    expect(codeOf(await store.send(call, headers))).toEqual([401, 'proof.used'])
  })
})

test('on a known device the auth store accepts a session that is a week old', async () => {
  const { subject, first } = await newWallet()
  const lastWeek = { assertion: { auth_time: Math.floor(store.now() / 1_000) - 7 * 86_400 } }
  expect((await store.ask(subject, frame, calls.release, lastWeek)).body.current).toEqual(first)
})

test('only the secure site gets anything, even with both tokens', async () => {
  const { subject } = await newWallet()
  const headers = { origin: 'https://shop.example' }
  const refused = await store.ask(subject, frame, calls.release, { headers })
  expect(codeOf(refused)).toEqual([403, 'origin.foreign'])
  expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await fetch(`${store.url}${SHARES_RELEASE_PATH}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  const { headers: own } = await store.ask(subject, frame, calls.release)
  expect(own.get('access-control-allow-origin')).toBe(SECURE_SITE)
  expect(own.get('cache-control')).toBe('no-store')
})

test('a wallet over its limit learns when to retry, without affecting others', async () => {
  const { subject } = await newWallet()
  const other = await newWallet()
  let answer = await store.ask(subject, frame, calls.release)
  for (let asked = 1; asked < 70 && answer.status === 200; asked += 1) {
    answer = await store.ask(subject, frame, calls.release)
  }
  expect(codeOf(answer)).toEqual([429, 'rate.limited'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await store.ask(other.subject, frame, calls.release)).status).toBe(200)
})

test("one session does not use up another's calls, and all sessions together leave enough to keep the wallet", async () => {
  const { subject } = await newWallet()
  const unknown = calls.rotate({ step: 'commit', splitId: randomUUID() })
  const askOften = async (by: Signer, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => store.ask(subject, by, unknown)))
    return answers.filter(({ status }) => status === 429).length
  }
  const thief = await newSigner()
  expect(await askOften(thief, 62)).toBe(2)
  expect(codeOf(await store.ask(subject, thief, calls.keep))).toEqual([429, 'rate.limited'])
  expect((await store.ask(subject, frame, calls.release)).status).toBe(200)
  let refused = 0
  while (refused === 0) refused = await askOften(await newSigner(), 60)
  expect(codeOf(await store.ask(subject, frame, calls.release))).toEqual([429, 'rate.limited'])
  expect((await store.ask(subject, frame, calls.keep)).body).toEqual({ kept: 0 })
})

test('the auth store mails no links: it has no such endpoint', async () => {
  expect(codeOf(await store.ask(randomUUID(), frame, calls.link))).toEqual([404, 'route.unknown'])
})

test('a store answers liveness and readiness checks', async () => {
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${store.url}${path}`)).status).toBe(200)
})

test('the process of one store does not start the other', async () => {
  await expect(
    startShares('recovery', { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@b.example' } }),
  ).rejects.toThrow(
    'This process is the auth share store and cannot be the recovery share store as well: each needs its own process.',
  )
  const unused = undefined as never
  const parts = { db: unused, ring: unused, loginKeys: unused, newDeviceWaitMs: 0, now: Date.now }
  expect(() => sharesApi({ store: 'recovery', ...parts })).toThrow('cannot be the recovery share store')
})

test('the log contains routes, but no wallet, share or token', async () => {
  const { subject, first } = await newWallet()
  await store.ask(subject, frame, calls.release)
  const text = store.lines.join('\n')
  expect(text).toContain('"route":"/shares/release"')
  for (const secret of [subject, first.share, first.splitId, frame.jkt, 'eyJ']) expect(text).not.toContain(secret)
  expect(text).not.toContain('request failed')
})
