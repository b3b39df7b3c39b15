import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import { SESSION_LIFETIME_MS } from './limits.ts'
import { findOperator, type Operator } from './operators.ts'
import { createSecret, sha256 } from './secrets.ts'

export interface Session {
  readonly operator: Operator
  readonly method: 'passkey' | 'wallet'
  readonly expiresAt: Date
}

export interface Sessions {
  /** Opens a session and sets its cookie. */
  open(c: Context, operatorId: string, method: Session['method']): Promise<void>
  /** Ends the session of the request, if there is one. */
  close(c: Context): Promise<void>
  /** Undefined without a valid session. */
  read(c: Context): Promise<Session | undefined>
  /** @throws ServiceError `operator.session` without a valid session */
  require(c: Context): Promise<Session>
  /**
   * For requests that change something: only pages of the console may send them (decision 0057).
   * @throws ServiceError `operator.session`, `operator.origin`
   */
  requireToWrite(c: Context): Promise<Session>
  /** @throws ServiceError `operator.origin` if the request does not come from a page of the console */
  requirePage(c: Context): void
}

/** Cookies ignore ports, so that two local stacks would share one; elsewhere the prefix binds it to the host. */
const cookieNameOf = ({ protocol, port }: URL) =>
  protocol === 'https:' ? '__Host-portico-operator' : `portico-operator-${port || '80'}`

/** @param consoleOrigin the only origin whose pages may use a session */
export function createSessions(db: Kysely<Schema>, consoleOrigin: string, now: () => number): Sessions {
  const url = new URL(consoleOrigin)
  const name = cookieNameOf(url)
  const cookie = { path: '/', httpOnly: true, sameSite: 'Strict', secure: url.protocol === 'https:' } as const

  async function read(c: Context): Promise<Session | undefined> {
    const token = getCookie(c, name)
    if (!token) return undefined
    const row = await db
      .selectFrom('operator_sessions')
      .selectAll()
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst()
    const operator = row && (await findOperator(db, row.operator_id))
    return row && operator && { operator, method: row.method, expiresAt: row.expires_at }
  }

  async function requireSession(c: Context): Promise<Session> {
    const session = await read(c)
    if (!session) throw new ServiceError('operator.session')
    return session
  }

  function requirePage(c: Context): void {
    if (c.req.header('origin') !== consoleOrigin) throw new ServiceError('operator.origin')
  }

  return {
    read,
    require: requireSession,
    requirePage,
    requireToWrite(c) {
      requirePage(c)
      return requireSession(c)
    },
    async open(c, operatorId, method) {
      const token = createSecret()
      const times = { created_at: new Date(now()), expires_at: new Date(now() + SESSION_LIFETIME_MS) }
      await db.deleteFrom('operator_sessions').where('expires_at', '<', times.created_at).execute()
      await db
        .insertInto('operator_sessions')
        .values({ token_hash: sha256(token), operator_id: operatorId, method, ...times })
        .execute()
      setCookie(c, name, token, { ...cookie, maxAge: SESSION_LIFETIME_MS / 1_000 })
    },
    async close(c) {
      const token = getCookie(c, name)
      if (token) await db.deleteFrom('operator_sessions').where('token_hash', '=', sha256(token)).execute()
      deleteCookie(c, name, cookie)
    },
  }
}
