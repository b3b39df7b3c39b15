import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { interactionPolicy, type OidcContext } from 'oidc-provider'
import { readBody } from '../chains/http.ts'
import type { Person } from './people.ts'
import { readAnswer, signInPage } from './signInPage.ts'

const BODY_MAX_BYTES = 64_000

/** The specifics of one OpenID Connect provider. */
export interface OpenIdProvider {
  /** The provider's name on the page. */
  readonly name: string
  /** The provider's own path, the last part of its issuer. */
  readonly mount: string
  readonly routes: Readonly<Record<'authorization' | 'token' | 'jwks', string>>
  /** The client in oidc-provider's format, without the common part. */
  readonly client: Readonly<Record<string, unknown>>
  readonly redirectUri: string
  /** The provider's answer when the user denies. */
  readonly denied: string
  subjectOf(person: Person): string
  claimsOf(person: Person): Readonly<Record<string, unknown>>
  /** Response modes beyond OpenID Connect. */
  readonly responseModes?: Readonly<Record<string, (answer: Answer) => string>>
}

export interface Answer {
  readonly redirectUri: string
  readonly payload: Readonly<Record<string, string>>
  readonly person: Person | undefined
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(6).toString('hex') }
}

/** Users do not stay signed in: each sign-in picks a person. */
function forgetSession(request: IncomingMessage, cookie: string) {
  const kept = (request.headers.cookie ?? '').split('; ').filter((pair) => !pair.startsWith(`${cookie}`))
  request.headers.cookie = kept.join('; ')
}

/** OpenID Connect Core 1.0 §3.1.2.1. Here every sign-in offers the choice of an account. */
const CHOICE = 'select_account'

function promptsOf() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: CHOICE, requestable: true }), 0)
  return policy
}

/** An OpenID Connect provider, below one path of `origin`. */
export function createOpenId(origin: string, of: OpenIdProvider) {
  const { mount, routes, client, redirectUri } = of
  const people = new Map<string, Person>()
  const sessionCookie = `${mount.slice(1)}_session`

  const provider = new Provider(`${origin}${mount}`, {
    clients: [
      {
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'RS256',
        ...client,
      },
    ],
    routes,
    jwks: { keys: [newKey()] },
    pkce: { required: () => true },
    // As with all the real providers, the requested claims are in the token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'], profile: ['name'], name: [] },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_: unknown, { uid }: { readonly uid: string }) => `${mount}/sign-in/${uid}`,
      policy: promptsOf(),
    },
    cookies: {
      keys: [randomBytes(16).toString('hex')],
      names: { session: sessionCookie, interaction: `${sessionCookie}_going`, resume: `${sessionCookie}_back` },
    },
    ttl: { AccessToken: 3_600, AuthorizationCode: 60, Grant: 600, IdToken: 3_600, Interaction: 600, Session: 600 },
    findAccount(_: unknown, id: string) {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...of.claimsOf(person) }) }
    },
    /** The sign-in page names what is requested, so that signing in grants it. */
    async loadExistingGrant({ oidc }: OidcContext) {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
  })
  for (const [mode, write] of Object.entries(of.responseModes ?? {})) {
    provider.registerResponseMode(mode, (ctx, to, payload) => {
      ctx.status = 200
      ctx.type = 'html'
      ctx.body = write({ redirectUri: to, payload, person: people.get(ctx.oidc.session?.accountId ?? '') })
    })
  }
  const answer = provider.callback()

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const page = (status: number) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(signInPage(of.name))
    try {
      await provider.interactionDetails(request, response)
    } catch {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This sign-in is over. Begin anew.')
      return
    }
    if (request.method !== 'POST') return void page(200)
    const given = readAnswer(new URLSearchParams((await readBody(request, BODY_MAX_BYTES)) ?? ''))
    if (given === undefined) return void page(400)
    if (given === 'denied') {
      await provider.interactionFinished(request, response, { error: of.denied }, { mergeWithLastSubmission: false })
      return
    }
    const accountId = of.subjectOf(given)
    people.set(accountId, given)
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId, remember: false }, [CHOICE]: {} },
      { mergeWithLastSubmission: false },
    )
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    const original = request.url ?? ''
    Object.assign(request, { originalUrl: original, url: original.slice(mount.length) })
    if (request.url?.startsWith('/sign-in/')) return signIn(request, response)
    if (request.url?.startsWith(routes.authorization)) forgetSession(request, `${sessionCookie}=`)
    return answer(request, response)
  }
}
