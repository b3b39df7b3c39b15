import {
  LOGIN_SOCIAL_FINISH_PATH,
  LOGIN_SOCIAL_LOOK_PATH,
  LOGIN_SOCIAL_START_PATH,
  SocialFinishRequest,
  type SocialLookAnswer,
  SocialLookRequest,
  SocialStartRequest,
} from '@portico/contracts/services/login'
import { type Context, Hono } from 'hono'
import { readBody } from '../../http/readBody.ts'
import type { LoginDependencies } from '../dependencies.ts'
import { pageOfState } from './attempts.ts'
import { finishSocial, type SocialDependencies } from './finish.ts'
import { startSocial } from './start.ts'

/** Checks the caller. @throws ServiceError `project.…`, `origin.notAllowed` for a page outside the project */
export type FromOf = (c: Context, page: string) => Promise<{ readonly client: string }>

/** The routes for signing in with a provider account. `loginApi` has already checked the request's origin. */
export const socialApi = (login: LoginDependencies, social: SocialDependencies, fromOf: FromOf): Hono =>
  new Hono()
    .post(LOGIN_SOCIAL_START_PATH, async (c) => {
      const request = await readBody(c, SocialStartRequest)
      const { client } = await fromOf(c, request.page)
      return c.json(await startSocial(login, social, request, client))
    })
    .post(LOGIN_SOCIAL_LOOK_PATH, async (c) => {
      const { state } = await readBody(c, SocialLookRequest)
      const page = await pageOfState(login.db, state, login.now())
      const canLeadBack = page !== undefined && social.redirectPages.includes(page)
      return c.json({ page: page ?? null, canLeadBack } satisfies SocialLookAnswer)
    })
    .post(LOGIN_SOCIAL_FINISH_PATH, async (c) =>
      c.json(await finishSocial(login, social, await readBody(c, SocialFinishRequest))),
    )
