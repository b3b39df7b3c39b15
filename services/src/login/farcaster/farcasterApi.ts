import {
  FarcasterStartRequest,
  FarcasterWaitRequest,
  LOGIN_FARCASTER_START_PATH,
  LOGIN_FARCASTER_WAIT_PATH,
} from '@portico/contracts/services/login'
import { Hono } from 'hono'
import { readBody } from '../../http/readBody.ts'
import type { LoginDependencies } from '../dependencies.ts'
import type { FromOf } from '../social/socialApi.ts'
import { type FarcasterDependencies, startFarcaster, waitForFarcaster } from './signIn.ts'

/** The routes for signing in with Farcaster on a phone. `loginApi` has already checked the request's origin. */
export const farcasterApi = (login: LoginDependencies, farcaster: FarcasterDependencies, fromOf: FromOf): Hono =>
  new Hono()
    .post(LOGIN_FARCASTER_START_PATH, async (c) => {
      const request = await readBody(c, FarcasterStartRequest)
      const { client } = await fromOf(c, request.page)
      return c.json(await startFarcaster(login, farcaster, request, client))
    })
    .post(LOGIN_FARCASTER_WAIT_PATH, async (c) =>
      c.json(await waitForFarcaster(login, farcaster, await readBody(c, FarcasterWaitRequest))),
    )
