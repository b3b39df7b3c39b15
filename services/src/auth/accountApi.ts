import {
  ACCOUNT_METADATA_PATH,
  AccountMetadataRequest,
  AUTH_ME_PATH,
  SIGN_OUT_PATH,
} from '@portico/contracts/services/cloudAuth'
import { type Context, Hono } from 'hono'
import { bearerOf } from '../http/bearerOf.ts'
import { ServiceError } from '../http/errors.ts'
import { check, parseJson, readText } from '../http/readBody.ts'
import type { Project } from '../projectConfig/project.ts'
import { readOwnOrigin } from '../projectConfig/readOrigin.ts'
import { changeMetadata, readAccount } from './accounts.ts'
import type { AuthDependencies } from './dependencies.ts'
import { METADATA_MAX_BYTES } from './limits.ts'
import { requireAccountId, revokeSession } from './sessions.ts'
import type { SessionClaims } from './tokens.ts'

/** The endpoints `me`, `account-metadata` and `sign-out`, for holders of a session token. */
export function accountApi({ db, tokens, now, readProject, own }: AuthDependencies) {
  /** @throws ServiceError `auth.session` */
  async function readToken(c: Context, project: Project): Promise<SessionClaims> {
    const claims = await tokens.readSession(bearerOf(c.req.header('authorization')), now())
    if (claims?.projectIdKey !== project.id) throw new ServiceError('auth.session')
    return claims
  }

  /** @throws ServiceError as `readProject` and `readOwnOrigin` do, or `auth.session` */
  async function readSession(c: Context) {
    const project = await readProject(c)
    readOwnOrigin(c, project, own)
    const claims = await readToken(c, project)
    return { claims, accountId: await requireAccountId(db, claims.jti, now()) }
  }

  return new Hono()
    .get(AUTH_ME_PATH, async (c) => {
      const { claims, accountId } = await readSession(c)
      const { jti: _, ...account } = claims
      const isWhole = c.req.query('includeAppKitAccount') === 'true'
      return c.json({ ...account, ...(isWhole && { appKitAccount: await readAccount(db, accountId) }) })
    })
    .put(ACCOUNT_METADATA_PATH, async (c) => {
      const { accountId } = await readSession(c)
      const { metadata } = check(AccountMetadataRequest, parseJson(await readText(c, METADATA_MAX_BYTES)))
      await changeMetadata(db, accountId, JSON.stringify(metadata ?? {}), new Date(now()))
      return c.json({})
    })
    .post(SIGN_OUT_PATH, async (c) => {
      const project = await readProject(c)
      readOwnOrigin(c, project, own)
      await revokeSession(db, (await readToken(c, project)).jti, now())
      return c.body(null, 204)
    })
}
