import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { parseMessage, randomNonce } from '@portico/siwx/messages'
import { defaultVerifiers } from '@portico/siwx/verifiers'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { problemOf, type Rules } from './checkMessage.ts'
import { type HostedRules, readHostedVisitor, ServiceUnreachable } from './hostedVisitor.ts'
import { createNonces } from './nonces.ts'

export interface AppOptions extends Rules {
  /** Nodes to verify contract accounts, keyed by CAIP-2 id. */
  readonly rpcUrls?: Readonly<Record<string, string>>
  /** The service for visitors who sign in with `hostedAuthentication`; without it, `POST /hosted` does not exist. */
  readonly hosted?: HostedRules | undefined
  /** Returns epoch milliseconds; the machine's clock is used when absent. */
  readonly now?: () => number
}

/** The response of `GET /me`. */
export interface SignedIn {
  readonly address: string
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly expirationTime: string
}

/** The `host` prefix makes browsers accept the cookie only over HTTPS (or on localhost) and only for this host. */
const COOKIE = 'session'
const COOKIE_RULES = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const
const MOST_BYTES = 16_384
const MOST_SESSIONS = 100_000

/** Cross-site forms cannot send this type, which prevents login CSRF. */
const isJson = (context: Context) => context.req.header('content-type')?.startsWith('application/json') ?? false

const isRequest = (body: unknown): body is { message: string; signature: string } =>
  typeof body === 'object' &&
  body !== null &&
  typeof Reflect.get(body, 'message') === 'string' &&
  typeof Reflect.get(body, 'signature') === 'string'

/** Signs visitors in. Keeps sessions and nonces in memory; with several processes, use shared storage. */
export function createApp({ rpcUrls, hosted, now = Date.now, ...rules }: AppOptions): Hono {
  const app = new Hono()
  const nonces = createNonces(now)
  const verifiers = defaultVerifiers({ rpcUrls })
  const sessions = new Map<string, SignedIn>()

  const refuse = (context: Context, status: 400 | 401 | 503, error: string) => context.json({ error }, status)
  const current = (context: Context): SignedIn | undefined => {
    const id = getCookie(context, COOKIE, 'host') ?? ''
    const session = sessions.get(id)
    if (!session || Date.parse(session.expirationTime) > now()) return session
    sessions.delete(id)
    return undefined
  }

  /** Signs the visitor in, replacing any earlier session. */
  function open(context: Context, signedIn: SignedIn) {
    sessions.delete(getCookie(context, COOKIE, 'host') ?? '')
    const [oldest] = sessions.keys()
    if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
    const id = randomNonce() + randomNonce()
    sessions.set(id, signedIn)
    setCookie(context, COOKIE, id, { ...COOKIE_RULES, expires: new Date(signedIn.expirationTime) })
    return context.json(signedIn)
  }

  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })

  app.get('/nonce', (context) => context.json({ nonce: nonces.create() }))

  app.post('/verify', bodyLimit({ maxSize: MOST_BYTES }), async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined)
    if (!isJson(context) || !isRequest(body)) return refuse(context, 400, 'body')
    // Only signed data can be trusted, so all data is read from the text.
    const data = parseMessage(body.message)
    if (!data) return refuse(context, 400, 'message')
    const problem = problemOf(data, rules, now())
    if (problem) return refuse(context, 400, problem)
    // Every attempt, successful or not, uses up its nonce.
    if (!nonces.use(data.nonce)) return refuse(context, 400, 'nonce')

    const session: SIWXSession = { data, message: body.message, signature: body.signature }
    const namespace = data.chainId.split(':')[0]
    const answer = await verifiers.find(({ chainNamespace }) => chainNamespace === namespace)?.verify(session)
    if (answer === undefined) return refuse(context, 503, 'unverified')
    if (!answer) return refuse(context, 401, 'signature')

    const { accountAddress: address, chainId, domain, uri, nonce, expirationTime = '' } = data
    return open(context, { address, chainId, domain, uri, nonce, expirationTime })
  })

  if (hosted) {
    // Forms cannot send this header, which prevents login CSRF.
    app.post('/hosted', async (context) => {
      const [, token] = /^Bearer ([\w.-]+)$/.exec(context.req.header('authorization') ?? '') ?? []
      if (token === undefined) return refuse(context, 400, 'token')
      const session = await readHostedVisitor(token, hosted, now()).catch((thrown: unknown) => {
        if (thrown instanceof ServiceUnreachable) return 'unreachable' as const
        throw thrown
      })
      if (session === 'unreachable') return refuse(context, 503, 'unverified')
      if (!session) return refuse(context, 401, 'token')
      const { address, caip2Network: chainId, domain, uri, nonce, exp } = session
      const expirationTime = new Date(exp * 1_000).toISOString()
      return open(context, { address, chainId, domain, uri, nonce, expirationTime })
    })
  }

  app.get('/me', (context) => {
    const session = current(context)
    return session ? context.json(session) : refuse(context, 401, 'session')
  })

  app.post('/sign-out', (context) => {
    sessions.delete(getCookie(context, COOKIE, 'host') ?? '')
    deleteCookie(context, COOKIE, COOKIE_RULES)
    return context.body(null, 204)
  })

  return app
}
