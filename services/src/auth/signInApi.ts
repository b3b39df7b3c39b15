import {
  AUTH_NONCE_PATH,
  AUTHENTICATE_PATH,
  AuthenticateRequest,
  NONCE_HEADER,
  OTP_HEADER,
} from '@portico/contracts/services/cloudAuth'
import { randomNonce } from '@portico/siwx/messages'
import { Hono } from 'hono'
import { bearerOf } from '../http/bearerOf.ts'
import { ServiceError } from '../http/errors.ts'
import { check, parseJson, readText } from '../http/readBody.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { readOwnOrigin, requireOwnOrigin } from '../projectConfig/readOrigin.ts'
import { checkMessage } from './checkMessage.ts'
import type { AuthDependencies } from './dependencies.ts'
import { BODY_MAX_BYTES, NONCE_LIFETIME_MS } from './limits.ts'
import { readUuid } from './readUuid.ts'
import { openSession } from './sessions.ts'
import { createVerifySignature } from './verifySignature.ts'

/**
 * The endpoints `nonce` and `authenticate`. Nothing is stored for an unused nonce: its token proves who issued it and
 * when it expires, and the database only records used nonces.
 */
export function signInApi({ db, tokens, now, readProject, own }: AuthDependencies, upstreams: UpstreamList) {
  const verifySignature = createVerifySignature(upstreams)
  return new Hono()
    .get(AUTH_NONCE_PATH, async (c) => {
      const project = await readProject(c)
      readOwnOrigin(c, project, own)
      const nonce = randomNonce()
      const token = await tokens.signNonce({ nonce, projectId: project.id }, now() + NONCE_LIFETIME_MS)
      return c.json({ nonce, token })
    })
    .post(AUTHENTICATE_PATH, async (c) => {
      const project = await readProject(c)
      const origin = requireOwnOrigin(c, project, own)
      const body = check(AuthenticateRequest, parseJson(await readText(c, BODY_MAX_BYTES)))
      const nowMs = now()
      const given = await tokens.readNonce(bearerOf(c.req.header(NONCE_HEADER)), nowMs)
      const message = checkMessage(body.message, { projectId: project.id, origin, nowMs })
      const isOurs = given?.projectId === project.id && given.nonce === message.data.nonce
      if (!isOurs) throw new ServiceError('auth.nonce')
      await verifySignature(message.data, body.message, body.signature)
      const claims = await openSession(db, {
        projectId: project.id,
        origin,
        message,
        walletInfo: body.walletInfo,
        otpId: readUuid(c.req.header(OTP_HEADER)),
        nowMs,
      })
      return c.json({ token: await tokens.signSession(claims) })
    })
}
