import {
  AssertionBody,
  EnrolBody,
  InvitationBody,
  type OperatorSession,
  WalletBody,
} from '@portico/contracts/services/operators'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { clientKeyOf } from '../http/clientOf.ts'
import { ServiceError } from '../http/errors.ts'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readBody } from '../http/readBody.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { adminHeaders } from '../projectConfig/adminFrame.ts'
import { createChallenge, useChallenge } from './challenges.ts'
import { enrol, readInvitation } from './invitations.ts'
import { ATTEMPTS_PER_MINUTE } from './limits.ts'
import { challengeIn, checkAssertion } from './passkeys.ts'
import type { Session, Sessions } from './sessions.ts'
import { signInWithWallet } from './walletSignIn.ts'

export interface SessionDependencies {
  readonly db: Kysely<Schema>
  readonly sessions: Sessions
  readonly consoleOrigin: string
  /** The nodes for verifying the signatures of contract accounts. */
  readonly upstreams: UpstreamList
  readonly now: () => number
}

const wire = ({ operator, method, expiresAt }: Session): OperatorSession => ({
  id: operator.id,
  name: operator.name,
  grants: [...operator.grants],
  method,
  expiresAt: expiresAt.toISOString(),
})

/** Operators sign in, by passkey or by wallet, and join by a one-time link. Only pages of the console may call. */
export function sessionApi({ db, sessions, consoleOrigin, upstreams, now }: SessionDependencies) {
  const limit = createRateLimit({ perSecond: ATTEMPTS_PER_MINUTE / 60, windowS: 60 })
  return new Hono()
    .use(adminHeaders)
    .get('/', async (c) => c.json(wire(await sessions.require(c))))
    .use(async (c, next) => {
      sessions.requirePage(c)
      await spend(limit, clientKeyOf(c) ?? '', 1)
      await next()
    })
    .delete('/', async (c) => {
      await sessions.close(c)
      return c.body(null, 204)
    })
    .post('/challenge', async (c) => c.json({ challenge: await createChallenge(db, now()) }))
    .post('/passkey', async (c) => {
      const { assertion } = await readBody(c, AssertionBody)
      const challenge = challengeIn(assertion) ?? ''
      if (!(await useChallenge(db, challenge, now()))) throw new ServiceError('operator.passkey')
      const { operatorId } = await checkAssertion(db, assertion, challenge, consoleOrigin)
      await sessions.open(c, operatorId, 'passkey')
      return c.body(null, 204)
    })
    .post('/wallet', async (c) => {
      const signed = await readBody(c, WalletBody)
      await sessions.open(c, await signInWithWallet(db, signed, upstreams, consoleOrigin, now()), 'wallet')
      return c.body(null, 204)
    })
    .post('/invitation', async (c) => {
      const { secret } = await readBody(c, InvitationBody)
      return c.json(await readInvitation(db, secret, consoleOrigin, now()))
    })
    .post('/enrol', async (c) => {
      await sessions.open(c, await enrol(db, await readBody(c, EnrolBody), consoleOrigin, now()), 'passkey')
      return c.body(null, 204)
    })
}
