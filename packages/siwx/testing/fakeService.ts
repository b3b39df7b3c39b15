import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { parseMessage } from '../src/messages/parseMessage.ts'
import { verifyEip155 } from '../src/verifiers/eip155.ts'
import { readJwt, signJwt } from './jwt.ts'

/** A hosted authentication service over real HTTP, with real tokens. It knows EVM accounts only. */

interface Call {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  readonly body: unknown
}

type Said = { readonly type: string; readonly status: number; readonly body: string } | 'nothing'

export interface FakeService {
  readonly url: string
  readonly calls: Call[]
  /** Session lifetime. */
  lifetimeSeconds: number
  /** Overrides the answer for a path; `'nothing'` leaves the caller waiting. */
  say(path: string, answer: Said | undefined): void
  /** Invalidates all tokens, as a new signing key would. */
  forgetEverybody(): void
  reset(): void
  close(): Promise<void>
}

const CODE = '123456'

export async function startFakeService(): Promise<FakeService> {
  const said = new Map<string, Said>()
  const nonces = new Set<string>()
  const emails = new Map<string, string>()
  const confirmed = new Set<string>()
  const metadata = new Map<string, object | null>()
  const revoked = new Set<string>()
  let key = crypto.randomUUID()

  const bearer = (header: string | undefined) => header?.replace(/^Bearer /, '') ?? ''
  const read = (token: string) => readJwt(token, key)
  const refuse = (context: Context, status: 400 | 401, text: string) => context.text(text, status)
  const account = (context: Context) => {
    const token = bearer(context.req.header('authorization'))
    return revoked.has(token) ? undefined : read(token)
  }

  const app = new Hono().basePath('/auth/v1')
  app.use(cors())
  app.use(async (context, next) => {
    const path = context.req.path.slice('/auth/v1/'.length)
    const text = await context.req.text()
    service.calls.push({
      method: context.req.method,
      path,
      query: context.req.query(),
      body: text === '' ? undefined : JSON.parse(text),
    })
    const answer = said.get(path)
    if (answer === 'nothing') return new Promise<never>(() => undefined)
    if (!answer) return next()
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type, ...ALL } })
  })

  app.get('/nonce', async (context) => {
    const nonce = crypto.randomUUID().replaceAll('-', '')
    nonces.add(nonce)
    return context.json({ nonce, token: signJwt({ nonce }, key) })
  })

  app.post('/authenticate', async (context) => {
    const { message, signature, data } = await context.req.json()
    const token = read(bearer(context.req.header('x-nonce-jwt')))
    const signed = parseMessage(message)
    if (!token || !signed || token.nonce !== signed.nonce) return refuse(context, 401, 'Wrong nonce')
    if (!(await verifyEip155({ data, message, signature }))) return refuse(context, 400, 'Invalid signature')
    if (!nonces.delete(signed.nonce)) return refuse(context, 401, 'Used nonce')
    const email = emails.get(context.req.header('x-otp') ?? '')
    const [chainNamespace = '', reference = ''] = signed.chainId.split(':')
    const payload = {
      aud: signed.uri,
      iss: 'service',
      exp: Math.floor(Date.now() / 1000) + service.lifetimeSeconds,
      projectIdKey: context.req.query('projectId'),
      sub: 's',
      address: signed.accountAddress,
      chainId: Number(reference),
      chainNamespace,
      caip2Network: signed.chainId,
      uri: signed.uri,
      domain: signed.domain,
      projectUuid: 'u1',
      profileUuid: 'u2',
      nonce: signed.nonce,
      ...(email && signed.resources?.includes(`email:${email}`) && confirmed.has(email) && { email }),
    }
    return context.json({ token: signJwt(payload, key) })
  })

  app.get('/me', async (context) => {
    const payload = account(context)
    if (!payload) return refuse(context, 401, 'Unauthorized')
    if (context.req.query('includeAppKitAccount') !== 'true') return context.json(payload)
    const now = new Date().toISOString()
    const appKitAccount = {
      uuid: 'a1',
      caip2_chain: payload.caip2Network,
      address: payload.address,
      profile_uuid: 'u2',
      created_at: now,
      is_main_account: true,
      verification_status: null,
      connection_method: null,
      metadata: metadata.get(String(payload.address)) ?? {},
      last_signed_in_at: now,
      signed_up_at: now,
      updated_at: now,
    }
    return context.json({ ...payload, appKitAccount })
  })

  app.put('/account-metadata', async (context) => {
    const payload = account(context)
    if (!payload) return refuse(context, 401, 'Unauthorized')
    metadata.set(String(payload.address), (await context.req.json()).metadata)
    return context.json({})
  })

  app.post('/otp', async (context) => {
    const { email } = await context.req.json()
    if (confirmed.has(email)) return context.json({ uuid: null })
    const uuid = crypto.randomUUID()
    emails.set(uuid, email)
    return context.json({ uuid })
  })

  app.put('/otp', async (context) => {
    const email = emails.get(context.req.header('x-otp') ?? '')
    const { code } = await context.req.json()
    if (!email || code !== CODE) return refuse(context, 400, 'Wrong code')
    confirmed.add(email)
    return context.body(null, 200)
  })

  app.post('/sign-out', async (context) => {
    revoked.add(bearer(context.req.header('authorization')))
    return context.body(null, 204)
  })

  const server: Server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    lifetimeSeconds: 3600,
    say: (path, answer) => void (answer ? said.set(path, answer) : said.delete(path)),
    forgetEverybody() {
      key = crypto.randomUUID()
    },
    reset() {
      for (const kept of [said, nonces, emails, confirmed, metadata, revoked]) kept.clear()
      service.calls.length = 0
      service.lifetimeSeconds = 3600
    },
    close() {
      server.closeAllConnections()
      return new Promise((closed) => void server.close(() => closed()))
    },
  }
  return service
}

const ALL = { 'access-control-allow-origin': '*' }
