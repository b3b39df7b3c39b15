import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Insertable, Selectable } from 'kysely'
import type { LoginDatabase, LoginSchema } from './schema.ts'
import { hashOf } from './secrets.ts'

export type Attempt = Selectable<LoginSchema['login_attempts']>

type Begun = Pick<Insertable<LoginSchema['login_attempts']>, 'step' | 'email' | 'host'> &
  Partial<Insertable<LoginSchema['login_attempts']>>

/**
 * Remembers what somebody has begun. The code has to be given with it, for its hash is made with the attempt's own.
 * @param secret by which whoever asked goes on
 */
export const beginAttempt = (db: LoginDatabase, secret: string, begun: Begun, nowMs: number) =>
  db
    .insertInto('login_attempts')
    .values({
      code_hash: null,
      new_email: null,
      subject_id: null,
      key_thumbprint: null,
      tries: 0,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
      ...begun,
      secret_hash: hashOf(secret),
    })
    .execute()

/** What could not be mailed was not begun. */
export const dropAttempt = (db: LoginDatabase, secret: string) =>
  db.deleteFrom('login_attempts').where('secret_hash', '=', hashOf(secret)).execute()
