import { AuthenticateAnswer, AuthNonce } from '@portico/contracts/services/cloudAuth'
import { evmVisitor, signIn } from '@portico/siwx/testing'
import { parse } from 'valibot'
import { createApp } from '../../examples/siwx-server/src/app'
import { type AuthService, OTHER_SHOP, SECOND_PAGE, SHOP, startAuth } from '../../services/testing/startAuth'

const ADA = evmVisitor('1')

jest.setTimeout(60_000)

let service: AuthService
beforeAll(async () => {
  service = await startAuth()
})
beforeEach(() => service.resetClock())
afterAll(() => service?.close())

/** Signs Ada in at the service, like a project's page. @returns the page's token */
async function tokenFor({ projectId, origin }: Pick<typeof SHOP, 'projectId' | 'origin'>): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { origin, ...(init.headers as Record<string, string>) }
    return (await fetch(`${service.url}/auth/v1/${path}?projectId=${projectId}`, { ...init, headers })).json()
  }
  const { nonce, token } = parse(AuthNonce, await ask('nonce'))
  const { message, signature } = await signIn(
    ADA,
    { domain: new URL(origin).host, uri: `${origin}/`, getNonce: () => nonce },
    { expirationTime: new Date(Date.now() + 3_600_000).toISOString() },
  )
  const init = { method: 'POST', headers: { 'x-nonce-jwt': token }, body: JSON.stringify({ message, signature }) }
  return parse(
    AuthenticateAnswer,
    await ask('authenticate', { ...init, headers: { 'x-nonce-jwt': `Bearer ${token}` } }),
  ).token
}

const backend = (api = service.url) =>
  createApp({
    domain: SHOP.domain,
    chainIds: [ADA.chainId],
    hosted: { api, projectId: SHOP.projectId, origin: SHOP.origin },
    now: () => service.now(),
  })
async function send(authorization: string, app = backend()) {
  const response = await app.request('/hosted', { method: 'POST', headers: { authorization } })
  return [response.status, await response.json(), response.headers.get('set-cookie')]
}

test('a backend signs in the visitor whose hosted session is for its own site', async () => {
  const [status, answer, cookie] = await send(`Bearer ${await tokenFor(SHOP)}`)
  expect([status, cookie]).toEqual([200, expect.stringMatching(/^__Host-session=[0-9a-f]{64};.*HttpOnly/)])
  expect(answer).toMatchObject({ address: ADA.address, chainId: ADA.chainId, domain: SHOP.domain })
})

test('a backend refuses tokens for another project, another page of its project, and forged ones', async () => {
  const own = await tokenFor(SHOP)
  const [head = '', body = '', mac = ''] = own.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const forgedBody = Buffer.from(JSON.stringify({ ...claims, address: evmVisitor('2').address })).toString('base64url')
  const noneHead = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  for (const [what, token] of [
    ['another project', await tokenFor(OTHER_SHOP)],
    ['another page of the project', await tokenFor({ ...SHOP, origin: SECOND_PAGE })],
    ['a changed address', `${head}.${forgedBody}.${mac}`],
    ['no algorithm', `${noneHead}.${forgedBody}.`],
  ]) {
    expect([what, ...(await send(`Bearer ${token}`))]).toEqual([what, 401, { error: 'token' }, null])
  }
})

test('a backend refuses a session that is over or signed out, and can retry while the service is down', async () => {
  const [over, out] = [await tokenFor(SHOP), await tokenFor(SHOP)]
  const headers = { authorization: `Bearer ${out}`, origin: SHOP.origin }
  await fetch(`${service.url}/auth/v1/sign-out?projectId=${SHOP.projectId}`, { method: 'POST', headers })
  expect(await send(`Bearer ${out}`)).toEqual([401, { error: 'token' }, null])
  expect((await send(`Bearer ${over}`, backend('http://127.0.0.1:9')))[0]).toBe(503)
  service.advance(3_600_000)
  expect(await send(`Bearer ${over}`)).toEqual([401, { error: 'token' }, null])
  for (const wrong of ['', 'Basic x', 'Bearer ', 'Bearer a b']) expect((await send(wrong))[0]).toBe(400)
})
