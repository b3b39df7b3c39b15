import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Insertable, Selectable } from 'kysely'
import { drawCode } from '../oneTimeCodes/drawCode.ts'
import type { Mail } from '../oneTimeCodes/sendMail.ts'
import { type CodeStep, codeHashOf } from './codes.ts'
import type { LoginDependencies } from './dependencies.ts'
import type { LoginSchema } from './schema.ts'
import { createSecret, hashOf } from './secrets.ts'

export type Attempt = Selectable<LoginSchema['login_attempts']>

type Columns = Insertable<LoginSchema['login_attempts']>

type Begun = Pick<Columns, 'email' | 'host'> & Partial<Columns> & { readonly step: CodeStep }

/**
 * Starts an attempt and mails its code. If the mail fails, the attempt is removed.
 * @param unspend undoes the count of the code if the mail fails
 * @returns the secret that lets the caller continue the attempt
 */
export async function beginByMail(
  { db, signingKey, sendMail }: LoginDependencies,
  begun: Begun,
  mailOf: (code: string) => Mail,
  unspend: () => Promise<void>,
  nowMs: number,
): Promise<string> {
  const [secret, code] = [createSecret(), drawCode()]
  const secret_hash = hashOf(secret)
  await db
    .insertInto('login_attempts')
    .values({
      new_email: null,
      subject_id: null,
      key_thumbprint: null,
      tries: 0,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + CODE_LIFETIME_MS),
      ...begun,
      code_hash: codeHashOf(signingKey.hash, secret_hash, begun.step, code),
      secret_hash,
    })
    .execute()
  try {
    await sendMail(mailOf(code))
  } catch (error) {
    await db.deleteFrom('login_attempts').where('secret_hash', '=', secret_hash).execute()
    await unspend()
    throw error
  }
  return secret
}
