import { createPublicKey, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jwtVerify } from 'jose'
import { readBody } from '../../chains/http.ts'
import { type Answer, createOpenId, type OpenIdProvider } from '../openId.ts'
import { accountNumber, type Person } from '../people.ts'

/** An Apple app, which has a key instead of a secret. */
export interface LocalAppleClient {
  readonly id: string
  readonly team: string
  readonly keyId: string
  readonly key: KeyObject
  readonly redirectUri: string
}

const MOUNT = '/apple'
const TOKEN = '/auth/token'
const AUTHORIZE = '/auth/authorize'
const BODY_MAX_BYTES = 64_000
/** Half a year. */
const SECRET_AGE_MAX_S = 15_777_000
const MODE = 'form_post_with_user'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function formPost({ redirectUri, payload, person }: Answer, isNamed: boolean): string {
  const user = person && {
    name: { firstName: person.firstName, lastName: person.lastName },
    ...(person.email !== null && { email: person.email }),
  }
  const fields = { ...payload, ...(isNamed && { user: JSON.stringify(user) }) }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return `<!doctype html>
<meta charset="utf-8">
<title>Apple, on this machine</title>
<form method="post" action="${escaped(redirectUri)}">${inputs.join('')}<noscript><button>Continue</button></noscript></form>
<script>document.forms[0].submit()</script>
`
}

/** Apple's ids contain more than digits. */
const subjectOf = (person: Person) => `000001.${accountNumber('apple', person)}.0001`

/** Apple: answers by form_post, signed client secrets, and a name sent only once. */
export function apple(origin: string, { id, team, keyId, key, redirectUri }: LocalAppleClient) {
  const named = new Set<string>()
  const publicKey = createPublicKey(key)
  const settings: OpenIdProvider = {
    name: 'Apple',
    mount: MOUNT,
    routes: { authorization: AUTHORIZE, token: TOKEN, jwks: '/auth/keys' },
    // `token` checks the client secret before it calls oidc-provider.
    client: { client_id: id, token_endpoint_auth_method: 'none' },
    redirectUri,
    denied: 'user_cancelled_authorize',
    subjectOf,
    claimsOf: ({ email, isVerified }) =>
      email === null ? {} : { email, email_verified: String(isVerified), is_private_email: 'false' },
    responseModes: {
      [MODE](answer) {
        const subject = answer.person && 'code' in answer.payload ? subjectOf(answer.person) : undefined
        const isNamed = subject !== undefined && !named.has(subject)
        if (subject !== undefined) named.add(subject)
        return formPost(answer, isNamed)
      },
    },
  }
  const answer = createOpenId(origin, settings)

  async function isSecret(secret: string): Promise<boolean> {
    try {
      const { protectedHeader } = await jwtVerify(secret, publicKey, {
        algorithms: ['ES256'],
        issuer: team,
        subject: id,
        audience: `${origin}${MOUNT}`,
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: SECRET_AGE_MAX_S,
      })
      return protectedHeader.kid === keyId
    } catch {
      return false
    }
  }

  /** Checks the client secret, and translates the request for oidc-provider. */
  async function token(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams((await readBody(request, BODY_MAX_BYTES)) ?? '')
    if (!(await isSecret(form.get('client_secret') ?? ''))) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
      return
    }
    form.delete('client_secret')
    Object.assign(request, { body: Object.fromEntries(form) })
    await answer(request, response)
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', origin)
    if (url.pathname === `${MOUNT}${TOKEN}` && request.method === 'POST') return token(request, response)
    if (url.pathname === `${MOUNT}${AUTHORIZE}`) {
      const { searchParams } = url
      if (searchParams.get('scope') && searchParams.get('response_mode') !== 'form_post') {
        response
          .writeHead(400, { 'content-type': 'text/plain' })
          .end('invalid_request: response_mode must be form_post')
        return
      }
      searchParams.set('response_mode', MODE)
      searchParams.set('scope', `openid ${searchParams.get('scope') ?? ''}`)
      request.url = `${url.pathname}${url.search}`
    }
    return answer(request, response)
  }
}
