import { boolean, object, optional, pipe, regex, safeParse, string, unknown } from 'valibot'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { refused } from '../failure.ts'
import { shownEmail, shownName } from '../shown.ts'

const ISSUER = 'https://accounts.google.com'
/** https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
const Claims = object({
  sub: pipe(string(), regex(/^[\x21-\x7e]{1,255}$/)),
  email: optional(unknown()),
  email_verified: optional(boolean()),
  name: optional(unknown()),
})

export function google({ id, secret, url }: SocialClient): Dialect {
  const at = standIn(url)
  return {
    clientId: id,
    server: {
      issuer: url ?? ISSUER,
      authorization_endpoint: at('https://accounts.google.com/o/oauth2/v2/auth'),
      token_endpoint: at('https://oauth2.googleapis.com/token'),
      jwks_uri: at('https://www.googleapis.com/oauth2/v3/certs'),
    },
    scopes: ['openid', 'email', 'profile'],
    // OpenID Connect Core 1.0 §3.1.2.1: Google asks the person every time.
    parameters: { prompt: 'select_account' },
    isOpenId: true,
    secretIn: 'body',
    secret: () => secret,
    async readPerson({ tokens }) {
      const claims = safeParse(Claims, tokens.claims)
      if (!claims.success) throw refused('id_token')
      const { sub, email, email_verified, name } = claims.output
      return { id: sub, email: email_verified === true ? shownEmail(email) : null, userName: shownName(name) }
    },
  }
}
