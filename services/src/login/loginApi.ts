import {
  AssertionRequest,
  EmailChangeRequest,
  IdentityDeleteRequest,
  LOGIN_ASSERTIONS_PATH,
  LOGIN_CODES_CHECK_PATH,
  LOGIN_CODES_PATH,
  LOGIN_EMAIL_CHECK_PATH,
  LOGIN_EMAIL_PATH,
  LOGIN_IDENTITY_DELETE_PATH,
  LOGIN_IDENTITY_KEEP_PATH,
  LOGIN_KEYS_PATH,
  LOGIN_PATH,
  LOGIN_SESSION_END_PATH,
  LOGIN_SESSION_PATH,
  LOGIN_SESSION_ROTATE_PATH,
  LoginCheckRequest,
  LoginCodeRequest,
  LoginEndRequest,
  type LoginKeys,
} from '@portico/contracts/services/login'
import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { keepSweeping } from '../database/keepSweeping.ts'
import type { Schema } from '../database/schema.ts'
import { bearerOf } from '../http/bearerOf.ts'
import { ServiceError } from '../http/errors.ts'
import { readBody } from '../http/readBody.ts'
import { readProjectId } from '../http/readProjectId.ts'
import type { Log } from '../log.ts'
import { createSendMail } from '../oneTimeCodes/sendMail.ts'
import type { KnownProjects } from '../projectConfig/knownProjects.ts'
import { signAssertion } from './assertions.ts'
import { deleteIdentity, keepIdentity } from './deleteIdentity.ts'
import type { LoginDependencies } from './dependencies.ts'
import { continueEmailChange, startEmailChange } from './emailChange.ts'
import type { LoginOptions } from './environment.ts'
import { farcasterApi } from './farcaster/farcasterApi.ts'
import { createMaySignIn } from './farcaster/registries.ts'
import { isBeingDeleted, shownOf } from './identities.ts'
import { passkeysApi } from './passkeys/passkeysApi.ts'
import { readHost } from './readHost.ts'
import { inSameTime } from './sameTime.ts'
import type { LoginSchema } from './schema.ts'
import { openedSession, sessionAnswer } from './sessionAnswer.ts'
import { endSessions, requireSession, rotateSession } from './sessions.ts'
import { finishSignIn, startSignIn } from './signIn.ts'
import { createDialects } from './social/dialects/all.ts'
import { socialApi } from './social/socialApi.ts'
import { sweep } from './sweep.ts'

/** Dependencies of login. */
export interface LoginSurroundings {
  readonly db: Kysely<Schema>
  readonly projects: KnownProjects
  /** The client's IP address, as seen by the outermost trusted proxy. */
  readonly clientOf: (c: Context) => string
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** The API for the embedded wallet's frame: mailed codes, provider accounts, sessions, and share-store assertions. */
export function loginApi(surroundings: LoginSurroundings, options: LoginOptions): Hono {
  const { projects, log, signal, clientOf, now = Date.now } = surroundings
  const {
    secureSiteOrigin,
    signingKey,
    mail,
    social = {},
    redirectPages = [],
    farcaster,
    startsPerClient,
    startsPerMinute,
  } = options
  const db = surroundings.db.withTables<LoginSchema>()
  const send = mail && createSendMail(mail, log)
  const login: LoginDependencies = {
    db,
    signingKey,
    secureSiteOrigin,
    startsPerClient,
    startsPerMinute,
    now,
    clientOf,
    readProject: (c) => projects.require(readProjectId(c)),
    async sendMail(message) {
      if (!send) throw new ServiceError('mail.notConfigured')
      await send(message)
    },
  }
  keepSweeping(() => sweep(db, now()), log, signal)

  const tokenOf = (c: Context) => bearerOf(c.req.header('authorization'))
  const sessionOf = (c: Context) => requireSession(db, tokenOf(c), now())
  /** @throws ServiceError `project.…`, `origin.notAllowed` */
  const fromOf = async (c: Context, page: string) => ({
    client: clientOf(c),
    host: readHost(page, (await login.readProject(c)).allowedOrigins, secureSiteOrigin),
  })

  const app = new Hono()
  app.use(`${LOGIN_PATH}/*`, async (c, next) => {
    c.header('Cache-Control', 'no-store')
    const origin = c.req.header('origin')
    if (c.req.path !== LOGIN_KEYS_PATH && origin !== secureSiteOrigin) {
      throw new ServiceError(origin === undefined ? 'origin.missing' : 'origin.notAllowed')
    }
    await next()
  })
  if (farcaster) {
    const maySignIn = createMaySignIn(farcaster.rpcUrl)
    app.route('/', farcasterApi(login, { relayUrl: farcaster.relayUrl, maySignIn, log, signal }, fromOf))
  }
  return app
    .route('/', socialApi(login, { dialects: createDialects(social), redirectPages, log, signal }, fromOf))
    .route('/', passkeysApi(login, sessionOf))
    .post(LOGIN_CODES_PATH, async (c) => {
      const request = await readBody(c, LoginCodeRequest)
      const from = await fromOf(c, request.page)
      return c.json(await inSameTime(() => startSignIn(login, request, from)))
    })
    .post(LOGIN_CODES_CHECK_PATH, async (c) => c.json(await finishSignIn(login, await readBody(c, LoginCheckRequest))))
    .get(LOGIN_SESSION_PATH, async (c) => {
      const session = await sessionOf(c)
      const isGoing = await isBeingDeleted(db, session.subject_id)
      return c.json(sessionAnswer(session, await shownOf(db, session), isGoing))
    })
    .post(LOGIN_SESSION_ROTATE_PATH, async (c) => {
      const opened = await rotateSession(db, signingKey.hash, tokenOf(c), now())
      return c.json(openedSession(opened, await shownOf(db, opened.session)))
    })
    .post(LOGIN_SESSION_END_PATH, async (c) => {
      const request = await readBody(c, LoginEndRequest)
      await endSessions(db, await sessionOf(c), request, now())
      return c.body(null, 204)
    })
    .post(LOGIN_IDENTITY_DELETE_PATH, async (c) => {
      const request = await readBody(c, IdentityDeleteRequest)
      await deleteIdentity(login, await sessionOf(c), request, clientOf(c))
      return c.body(null, 204)
    })
    .post(LOGIN_IDENTITY_KEEP_PATH, async (c) => {
      await keepIdentity(db, await sessionOf(c), now())
      return c.body(null, 204)
    })
    .post(LOGIN_EMAIL_PATH, async (c) => {
      const session = await sessionOf(c)
      const { email, page } = await readBody(c, EmailChangeRequest)
      const from = await fromOf(c, page)
      return c.json(await inSameTime(() => startEmailChange(login, session, email, from)))
    })
    .post(LOGIN_EMAIL_CHECK_PATH, async (c) => {
      const session = await sessionOf(c)
      return c.json(await continueEmailChange(login, session, await readBody(c, LoginCheckRequest), clientOf(c)))
    })
    .post(LOGIN_ASSERTIONS_PATH, async (c) => {
      // Read before the session, so that the assertion's time is never after the session's end; a store can check that
      // (shares.ts).
      const nowMs = now()
      const session = await requireSession(db, tokenOf(c), nowMs)
      const { store } = await readBody(c, AssertionRequest)
      const isGoing = await isBeingDeleted(db, session.subject_id)
      return c.json(await signAssertion(signingKey, session, store, nowMs, isGoing))
    })
    .get(LOGIN_KEYS_PATH, (c) => c.json({ keys: [signingKey.publicKey] } satisfies LoginKeys))
}
