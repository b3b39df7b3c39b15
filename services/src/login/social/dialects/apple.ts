import { SignJWT } from 'jose'
import { boolean, object, optional, picklist, pipe, regex, safeParse, string, union, unknown } from 'valibot'
import { jsonIn, matching } from '../../../json.ts'
import { type Dialect, standIn } from '../dialect.ts'
import type { AppleClient } from '../environment.ts'
import { refused } from '../failure.ts'
import { shownEmail, shownName } from '../shown.ts'

const ISSUER = 'https://appleid.apple.com'
const SECRET_LIFETIME_S = 300

/**
 * https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple:
 * `email_verified` is a boolean or a text.
 */
const Claims = object({
  sub: pipe(string(), regex(/^[\x21-\x7e]{1,255}$/)),
  email: optional(unknown()),
  email_verified: optional(union([boolean(), picklist(['true', 'false'])])),
})

const User = object({ name: object({ firstName: optional(string(), ''), lastName: optional(string(), '') }) })

/** The name, for display only, because it comes through the browser; null if it is unreadable. */
function nameIn(user: string | undefined): string | null {
  const read = matching(User, jsonIn(user ?? ''))
  return read ? shownName(`${read.name.firstName} ${read.name.lastName}`) : null
}

export function apple({ id, team, keyId, key, url }: AppleClient): Dialect {
  const at = standIn(url)
  const issuer = url ?? ISSUER
  return {
    clientId: id,
    server: {
      issuer,
      authorization_endpoint: at(`${ISSUER}/auth/authorize`),
      token_endpoint: at(`${ISSUER}/auth/token`),
      jwks_uri: at(`${ISSUER}/auth/keys`),
    },
    scopes: ['name', 'email'],
    // With scopes, Apple accepts no other response mode.
    parameters: { response_mode: 'form_post' },
    isOpenId: true,
    secretIn: 'body',
    /** https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
    secret(nowMs) {
      const issuedAtS = Math.floor(nowMs / 1_000)
      return new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(team)
        .setSubject(id)
        .setAudience(issuer)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + SECRET_LIFETIME_S)
        .sign(key)
    },
    async readPerson({ tokens, user }) {
      const claims = safeParse(Claims, tokens.claims)
      if (!claims.success) throw refused('id_token')
      const { sub, email, email_verified } = claims.output
      return { id: sub, email: String(email_verified) === 'true' ? shownEmail(email) : null, userName: nameIn(user) }
    },
  }
}
