import { createHash, randomUUID } from 'node:crypto'
import { LoginCheckAnswer } from '@portico/contracts/services/login'
import { PROOF_HEADER, PROOF_TYPE } from '@portico/contracts/services/shares'
import { parse } from 'valibot'
import { LOCAL_PROJECT_ID } from '../../scripts/local.mjs'
import { readMail } from '../../services/testing/readMail.ts'
import { newShare, newSigner, type Signer } from '../../services/testing/startShares.ts'
import { stack } from '../browser/support/stack.ts'

const { urls } = stack

const ask = async (url: string, init: RequestInit & { readonly headers?: Record<string, string> }) => {
  const answer = await fetch(url, { ...init, headers: { origin: urls.secureSite, ...init.headers } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const login = (path: string, body: unknown, token?: string) =>
  ask(`${urls.services}/login/v1/${path}?projectId=${LOCAL_PROJECT_ID}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

/** Signs in like the frame, with the mailed code. */
async function signIn(email: string, { jkt }: Signer, after?: string) {
  const { body } = await login('codes', { email, page: urls.playground, keyThumbprint: jkt })
  const mail = await readMail(urls.mailbox, email, { after })
  const { body: checked } = await login('codes/check', { attempt: body.attempt, code: mail.code })
  const answer = parse(LoginCheckAnswer, checked)
  if (answer.outcome !== 'accepted') throw new Error(`The code was ${answer.outcome}.`)
  return { ...answer, mail }
}

/** Calls a store once, with the login service's assertion about the session and a proof by the frame's key. */
async function atStore(
  store: 'auth' | 'recovery',
  [method, path]: readonly [method: string, path: string],
  { token, frame, body }: { readonly token: string; readonly frame: Signer; readonly body?: unknown },
) {
  const { body: said } = await login('assertions', { store }, token)
  const assertion = String(said.assertion)
  const proof = await frame.sign(
    { typ: PROOF_TYPE, jwk: frame.publicJwk },
    {
      htm: method,
      htu: path,
      iat: Math.floor(Date.now() / 1_000),
      jti: randomUUID(),
      ath: createHash('sha256').update(assertion).digest('base64url'),
    },
  )
  return ask(`${store === 'auth' ? urls.authShares : urls.recoveryShares}${path}`, {
    method,
    headers: { authorization: `DPoP ${assertion}`, [PROOF_HEADER]: proof },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

test('all servers of the embedded wallet run', () => {
  expect(stack.wallet).toEqual({ isUp: true, missing: [] })
})

test('a visitor signs in with a mailed code, and each store keeps a share; a second device needs the mailed link', async () => {
  const email = `${randomUUID()}@mail.example`
  const [first, second] = [await newSigner(), await newSigner()]
  const signedUp = await signIn(email, first)
  expect(signedUp.isNew).toBe(true)
  const wallet = { token: signedUp.session.token, frame: first }
  const splitId = randomUUID()
  const shares = { auth: newShare(), recovery: newShare() }
  const kept = [
    await atStore('auth', ['PUT', '/shares'], { ...wallet, body: { splitId, share: shares.auth } }),
    await atStore('recovery', ['PUT', '/shares'], { ...wallet, body: { splitId, share: shares.recovery, email } }),
  ]
  expect(kept.map(({ status }) => status)).toEqual([201, 201])

  const again = await signIn(email, second, signedUp.mail.id)
  expect([again.isNew, again.session.subject]).toEqual([false, signedUp.session.subject])
  const device = { token: again.session.token, frame: second }
  const release = ['POST', '/shares/release'] as const
  expect(await atStore('auth', release, device)).toMatchObject({
    status: 200,
    body: { current: { share: shares.auth } },
  })
  expect((await atStore('recovery', release, device)).status).toBe(403)

  expect((await atStore('recovery', ['POST', '/shares/links'], device)).status).toBe(200)
  const { link = '' } = await readMail(urls.mailbox, email, { after: again.mail.id })
  const [page, said] = link.split('#')
  expect(page).toBe(`${urls.secureSite}/device`)
  const token = new URLSearchParams(said).get('recovery')
  await ask(`${urls.recoveryShares}/shares/links/confirm`, { method: 'POST', body: JSON.stringify({ token }) })
  expect(await atStore('recovery', release, device)).toMatchObject({
    status: 200,
    body: { current: { share: shares.recovery } },
  })
})

test('local pages may embed the frame, and no page may embed the page of the mailed link', async () => {
  const policyOf = async (path: string) => {
    const answer = await fetch(`${urls.secureSite}${path}`)
    return [answer.status, /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]]
  }
  expect(await policyOf(`/sdk?projectId=${LOCAL_PROJECT_ID}`)).toEqual([
    200,
    'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*',
  ])
  expect(await policyOf('/device')).toEqual([200, "'none'"])
  expect(await policyOf(`/sdk?projectId=${'f'.repeat(32)}`)).toEqual([404, "'none'"])
})
