import { createHash, timingSafeEqual } from 'node:crypto'
import { ROLES } from '@portico/contracts/services/operators'
import { bearerOf } from '../http/bearerOf.ts'
import { ServiceError } from '../http/errors.ts'
import { scopesOf } from '../operators/roles.ts'

/** `read` sees everything, `toggle` switches on and off, `release` decides on versions, channels and origins. */
const ADMIN_SCOPES = ['read', 'toggle', 'release'] as const
export type AdminScope = (typeof ADMIN_SCOPES)[number]

/** One scope of one token; a token with several scopes is listed once per scope. */
export interface AdminToken {
  readonly scope: AdminScope
  readonly token: string
}

/** The format of RFC 6750 §2.1, too long to be guessed, after a scope or a role. */
const ENTRY = /^([a-z]+):([A-Za-z0-9._~+/-]{16,}=*)$/

function scopesNamed(name: string | undefined): readonly AdminScope[] {
  const role = ROLES.find((known) => known === name)
  return role ? scopesOf(role) : ADMIN_SCOPES.filter((known) => known === name)
}

/** @returns undefined if `text` is not `role:token,role:token`; single scopes are allowed in place of roles */
export function parseAdminTokens(text: string): AdminToken[] | undefined {
  const entries = text.split(',').map((part) => {
    const [, name, token = ''] = ENTRY.exec(part.trim()) ?? []
    return scopesNamed(name).map((scope) => ({ scope, token }))
  })
  return entries.every((tokens) => tokens.length > 0) ? entries.flat() : undefined
}

const digest = (token: string) => createHash('sha256').update(token).digest()

/** A token's name in the audit log: long enough to distinguish tokens, too short to be used as a token. */
const actorOf = (tokenDigest: Buffer) => `token ${tokenDigest.toString('hex').slice(0, 8)}`

/**
 * Checks an `Authorization` header against the known tokens and returns the caller's name.
 * @throws ServiceError `token.missing`, `token.unknown`, `token.scope`
 */
export type Authorize = (authorization: string | undefined, scope: AdminScope) => string

export function createAuthorize(tokens: readonly AdminToken[]): Authorize {
  const known = tokens.map(({ scope, token }) => ({ scope, digest: digest(token) }))

  return (authorization, scope) => {
    const token = bearerOf(authorization)
    if (!token) throw new ServiceError('token.missing')
    const presented = digest(token)
    // Compares every entry in constant time, so that timing reveals nothing about a token.
    const matching = known.filter((entry) => timingSafeEqual(entry.digest, presented))
    if (matching.length === 0) throw new ServiceError('token.unknown')
    if (!matching.some((entry) => entry.scope === scope)) throw new ServiceError('token.scope', { scope })
    return actorOf(presented)
  }
}
