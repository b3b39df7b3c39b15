import { SOCIAL_BACK_PATH, type SocialStartAnswer, type SocialStartRequest } from '@portico/contracts/services/login'
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import { ServiceError } from '../../http/errors.ts'
import { spendClient } from '../codeLimits.ts'
import type { LoginDependencies } from '../dependencies.ts'
import { createSecret } from '../secrets.ts'
import { type AttemptSecrets, beginSocialAttempt, secretsOf } from './attempts.ts'
import type { Dialect } from './dialect.ts'
import type { Dialects } from './dialects/all.ts'
import type { RedirectPages } from './redirectPages.ts'

/** The configured providers, and the pages that the visitor may return to. */
export interface Offered {
  readonly dialects: Dialects
  readonly redirectPages: RedirectPages
}

/** The redirect URI for all providers, which the operator registers with each of them. */
export const redirectUriOf = (secureSiteOrigin: string) => `${secureSiteOrigin}${SOCIAL_BACK_PATH}`

/** RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core 1.0 §3.1.2.1. */
async function authorizationUrl(
  { clientId, server, scopes, parameters, isOpenId }: Dialect,
  redirectUri: string,
  { state, nonce, verifier }: AttemptSecrets,
): Promise<string> {
  const url = new URL(server.authorization_endpoint ?? server.issuer)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
    ...(isOpenId && { nonce }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Starts a visit to a provider.
 * @param page the page of the project that embeds the frame
 * @throws ServiceError `social.unconfigured` for a provider without an app, `rate.limited`
 */
export async function startSocial(
  { db, signingKey, secureSiteOrigin, startsPerClient, startsPerMinute, now }: LoginDependencies,
  { dialects, redirectPages }: Offered,
  { provider, page, keyThumbprint }: SocialStartRequest,
  client: string,
): Promise<SocialStartAnswer> {
  const dialect = dialects[provider]
  if (!dialect) throw new ServiceError('social.unconfigured', { provider })
  const nowMs = now()
  await spendClient(db, signingKey.hash, 'login social client', { client, startsPerClient, startsPerMinute }, nowMs)
  const attempt = createSecret()
  const secrets = secretsOf(signingKey.hash, attempt)
  await beginSocialAttempt(db, attempt, { state: secrets.state, provider, page, keyThumbprint }, nowMs)
  const url = await authorizationUrl(dialect, redirectUriOf(secureSiteOrigin), secrets)
  return { attempt, url, canLeadBack: redirectPages.includes(page) }
}
