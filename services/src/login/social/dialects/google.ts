import { boolean, object, optional, pipe, regex, safeParse, string, unknown } from 'valibot'
import { type Dialect, standIn } from '../dialect.ts'
import type { SocialClient } from '../environment.ts'
import { refused } from '../failure.ts'
import { createVerifyIdToken } from '../idToken.ts'
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
  // Google has had two names for itself.
  const issuers = url === undefined ? [ISSUER, 'accounts.google.com'] : [url]
  const verify = createVerifyIdToken(at('https://www.googleapis.com/oauth2/v3/certs'), issuers, id)
  return {
    clientId: id,
    authorizeUrl: at('https://accounts.google.com/o/oauth2/v2/auth'),
    tokenUrl: at('https://oauth2.googleapis.com/token'),
    scopes: ['openid', 'email', 'profile'],
    // OpenID Connect Core 1.0 §3.1.2.1: nobody signs in unseen.
    parameters: { prompt: 'select_account' },
    isOpenId: true,
    secretIn: 'body',
    secret: () => secret,
    async readPerson({ tokens, nonce, nowMs }) {
      const claims = safeParse(Claims, await verify({ token: tokens.idToken, nonce, nowMs }))
      if (!claims.success) throw refused('id_token')
      const { sub, email, email_verified, name } = claims.output
      return { id: sub, email: email_verified === true ? shownEmail(email) : null, userName: shownName(name) }
    },
  }
}
