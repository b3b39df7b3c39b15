import {
  LOGIN_PASSKEYS_PATH,
  LOGIN_PASSKEYS_REMOVE_PATH,
  PasskeyPutRequest,
  PasskeyRemoveRequest,
} from '@portico/contracts/services/loginPasskeys'
import { type Context, Hono } from 'hono'
import { readBody } from '../../http/readBody.ts'
import type { LoginParts } from '../parts.ts'
import type { Session } from '../sessions.ts'
import { listPasskeys, putPasskey, removePasskey } from './passkeys.ts'

/**
 * The passkeys of whoever is signed in. Origins are looked at before.
 * @param sessionOf throws ServiceError `auth.session`
 */
export const passkeysApi = (
  { db, now }: Pick<LoginParts, 'db' | 'now'>,
  sessionOf: (c: Context) => Promise<Session>,
): Hono =>
  new Hono()
    .get(LOGIN_PASSKEYS_PATH, async (c) => c.json(await listPasskeys(db, (await sessionOf(c)).subject_id)))
    .post(LOGIN_PASSKEYS_PATH, async (c) => {
      const { subject_id } = await sessionOf(c)
      return c.json(await putPasskey(db, subject_id, await readBody(c, PasskeyPutRequest), now()))
    })
    .post(LOGIN_PASSKEYS_REMOVE_PATH, async (c) => {
      const { subject_id } = await sessionOf(c)
      const { credentialId } = await readBody(c, PasskeyRemoveRequest)
      return c.json(await removePasskey(db, subject_id, credentialId))
    })
