import {
  LOGIN_PASSKEYS_PATH,
  LOGIN_PASSKEYS_REMOVE_PATH,
  PasskeyPutRequest,
  PasskeyRemoveRequest,
} from '@portico/contracts/services/loginPasskeys'
import { type Context, Hono } from 'hono'
import { readBody } from '../../http/readBody.ts'
import type { LoginDependencies } from '../dependencies.ts'
import { requireFresh, type Session } from '../sessions.ts'
import { listPasskeys, putPasskey, removePasskey } from './passkeys.ts'

/**
 * The passkeys of the signed-in person. Changes require a recent sign-in, so that an unattended page is not enough.
 * `loginApi` has already checked the request's origin.
 * @param sessionOf throws ServiceError `auth.session`
 */
export function passkeysApi(
  { db, now }: Pick<LoginDependencies, 'db' | 'now'>,
  sessionOf: (c: Context) => Promise<Session>,
): Hono {
  /** @throws ServiceError `auth.session`, `auth.stale` */
  async function freshSubjectOf(c: Context): Promise<string> {
    const session = await sessionOf(c)
    requireFresh(session, now())
    return session.subject_id
  }
  return new Hono()
    .get(LOGIN_PASSKEYS_PATH, async (c) => c.json(await listPasskeys(db, (await sessionOf(c)).subject_id)))
    .post(LOGIN_PASSKEYS_PATH, async (c) => {
      const subject = await freshSubjectOf(c)
      return c.json(await putPasskey(db, subject, await readBody(c, PasskeyPutRequest), now()))
    })
    .post(LOGIN_PASSKEYS_REMOVE_PATH, async (c) => {
      const subject = await freshSubjectOf(c)
      const { credentialId } = await readBody(c, PasskeyRemoveRequest)
      return c.json(await removePasskey(db, subject, credentialId))
    })
}
