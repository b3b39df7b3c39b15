import type { LocalClient } from '../desk.ts'
import type { OpenIdProvider } from '../openId.ts'
import { accountNumber, fullName } from '../people.ts'

/** Google: standard OpenID Connect. */
export const google = ({ id, secret, redirectUri }: LocalClient): OpenIdProvider => ({
  name: 'Google',
  mount: '/google',
  routes: { authorization: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
  client: { client_id: id, client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
  redirectUri,
  denied: 'access_denied',
  subjectOf: (person) => accountNumber('google', person),
  claimsOf: (person) => ({
    name: fullName(person),
    ...(person.email !== null && { email: person.email, email_verified: person.isVerified }),
  }),
})
