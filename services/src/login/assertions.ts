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
 * Says to one store whose session this is. It is bound to the key that the session was opened with: whoever gets hold of the
 * assertion, or of the session's token, has no use for it without that key.
 * @param isBeingDeleted the wallet: without that, no store takes a deletion
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
    // How a provider has recognised somebody it does not say, and RFC 8176 has no word for that.
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
