import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Insertable, Selectable } from 'kysely'
import type { LoginDatabase, LoginSchema } from './schema.ts'
import { hashOf } from './secrets.ts'

export type Attempt = Selectable<LoginSchema['login_attempts']>

type Begun = Pick<Insertable<LoginSchema['login_attempts']>, 'step' | 'email' | 'host'> &
  Partial<Insertable<LoginSchema['login_attempts']>>

/**
 * Stores a started attempt. The code must come with it, because its hash includes the attempt's own.
 * @param secret lets the caller continue the attempt
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

/** An attempt whose mail failed never began. */
export const dropAttempt = (db: LoginDatabase, secret: string) =>
  db.deleteFrom('login_attempts').where('secret_hash', '=', hashOf(secret)).execute()
