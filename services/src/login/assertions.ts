import { randomUUID } from 'node:crypto'
import {
  ASSERTION_LIFETIME_S,
  ASSERTION_TYPE,
  type AssertionAnswer,
  HostText,
  LOGIN_ISSUER,
  type ShareStore,
  shareAudience,
} from '@portico/contracts/services/login'
import { SignJWT } from 'jose'
import { is } from 'valibot'
import type { SigningKey } from './keys.ts'
import type { Session } from './sessions.ts'

/**
 * Signs an assertion for one store about the session's owner. The assertion is bound to the session's key: without that
 * key, a stolen assertion or session token is useless.
 * @param isBeingDeleted whether the wallet is being deleted; otherwise no store accepts a deletion
 */
export async function signAssertion(
  { privateKey, publicKey }: SigningKey,
  session: Session,
  store: ShareStore,
  nowMs: number,
  isBeingDeleted = false,
): Promise<AssertionAnswer> {
  const issuedAtS = Math.floor(nowMs / 1_000)
  const expiresAtS = issuedAtS + ASSERTION_LIFETIME_S
  const assertion = await new SignJWT({
    auth_time: Math.floor(session.created_at.getTime() / 1_000),
    // Providers do not reveal how a person signed in, and RFC 8176 has no value for an unknown method.
    amr: session.provider === 'email' ? ['otp'] : [],
    cnf: { jkt: session.key_thumbprint },
    ...(isBeingDeleted && { deleting: true }),
    ...(is(HostText, session.host) && { host: session.host }),
  })
    .setProtectedHeader({ alg: 'ES256', kid: publicKey.kid, typ: ASSERTION_TYPE })
    .setIssuer(LOGIN_ISSUER)
    .setAudience(shareAudience(store))
    .setSubject(session.subject_id)
    .setJti(randomUUID())
    .setIssuedAt(issuedAtS)
    .setExpirationTime(expiresAtS)
    .sign(privateKey)
  return { assertion, expiresAtMs: expiresAtS * 1_000 }
}
