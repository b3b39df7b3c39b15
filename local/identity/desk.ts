import { createHash, randomBytes } from 'node:crypto'
import { bearerOf } from '@portico/services/http/bearerOf'
import type { Context, Hono } from 'hono'
import type { Person } from './people.ts'
import { readAnswer, signInPage } from './signInPage.ts'

/** The operator's registered app. */
export interface LocalClient {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

interface Granted {
  readonly person: Person
  readonly challenge: string
  readonly scopes: readonly string[]
  readonly endsAtMs: number
}

export interface Redeemed {
  readonly token: string
  readonly scopes: readonly string[]
}

const CODE_LIFETIME_MS = 60_000
const fresh = () => randomBytes(24).toString('base64url')
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The client's credentials, in either form of RFC 6749 §2.3.1. */
function credentialsOf(authorization: string | undefined, form: URLSearchParams): [id: string, secret: string] {
  const [, basic] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return [id, secret]
}

/** The common part of OAuth 2.0 providers (RFC 6749 §4.1, RFC 7636); the formats of their answers differ. */
export function createDesk({ id, secret, redirectUri }: LocalClient) {
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, Person>()

  const isKnown = (query: URLSearchParams) => query.get('client_id') === id && query.get('redirect_uri') === redirectUri
  const isProven = (query: URLSearchParams) =>
    query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(query.get('code_challenge') ?? '')

  function back(c: Context, query: URLSearchParams, answer: Readonly<Record<string, string>>) {
    const url = new URL(redirectUri)
    const state = query.get('state')
    for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) })) {
      url.searchParams.set(name, value)
    }
    return c.redirect(url.href, 302)
  }

  function grant(person: Person, query: URLSearchParams): string {
    const code = fresh()
    const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean)
    const challenge = query.get('code_challenge') ?? ''
    codes.set(code, { person, challenge, scopes, endsAtMs: Date.now() + CODE_LIFETIME_MS })
    return code
  }

  return {
    /** The sign-in page. @param denied the provider's answer if the user denies */
    offer(app: Hono, path: string, provider: string, denied: Readonly<Record<string, string>>) {
      return app.on(['GET', 'POST'], path, async (c) => {
        const query = new URL(c.req.url).searchParams
        // Unknown clients are not redirected (RFC 6749 §4.1.2.1).
        if (!isKnown(query)) return c.text('client_id or redirect_uri is not known', 400)
        if (query.get('response_type') !== 'code') return back(c, query, { error: 'unsupported_response_type' })
        if (!isProven(query)) return back(c, query, { error: 'invalid_request' })
        if (c.req.method === 'GET') return c.html(signInPage(provider))
        const answer = readAnswer(new URLSearchParams(await c.req.text()))
        if (answer === undefined) return c.html(signInPage(provider), 400)
        return back(c, query, answer === 'denied' ? denied : { code: grant(answer, query) })
      })
    },

    /** Redeems a code, once. @returns the party at fault if there is no token */
    redeem(authorization: string | undefined, form: URLSearchParams): Redeemed | 'client' | 'code' {
      const [givenId, givenSecret] = credentialsOf(authorization, form)
      if (givenId !== id || givenSecret !== secret) return 'client'
      const code = form.get('code') ?? ''
      const granted = codes.get(code)
      codes.delete(code)
      const isGood =
        granted !== undefined &&
        granted.endsAtMs > Date.now() &&
        form.get('grant_type') === 'authorization_code' &&
        form.get('redirect_uri') === redirectUri &&
        s256(form.get('code_verifier') ?? '') === granted.challenge
      if (!isGood) return 'code'
      const token = fresh()
      tokens.set(token, granted.person)
      return { token, scopes: granted.scopes }
    },

    /** The person to whom the token belongs. */
    personOf: (c: Context): Person | undefined => tokens.get(bearerOf(c.req.header('authorization')) ?? ''),
  }
}

/** The body of a form. */
export const formOf = async (c: Context) => new URLSearchParams(await c.req.text())
