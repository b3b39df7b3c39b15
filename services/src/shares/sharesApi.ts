import type { ShareStore } from '@portico/contracts/services/login'
import {
  SHARES_KEEP_PATH,
  SHARES_PATH,
  SHARES_RELEASE_PATH,
  SHARES_ROTATE_PATH,
  type ShareDeleteAnswer,
  type ShareKeepAnswer,
  SharePutRequest,
  ShareRotateRequest,
} from '@portico/contracts/services/shares'
import { type Context, Hono } from 'hono'
import type { JWTVerifyGetKey } from 'jose'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readBody } from '../http/readBody.ts'
import { claimProcess, custodianOf } from './claimProcess.ts'
import { devicesApi } from './devicesApi.ts'
import { ShareError } from './errors.ts'
import type { KeyRing } from './keyRing.ts'
import { CALL_LIMIT, RELEASE_LIMIT, SIGNED_IN_MAX_AGE_S, WALLET_CALL_LIMIT } from './limits.ts'
import { requireLink } from './links.ts'
import { type LinkOptions, linksApi } from './linksApi.ts'
import type { LoginClock } from './loginClock.ts'
import { forgetOtherDevices, knowDevice, requireKnownDevice } from './newDevices.ts'
import { type ProofDependencies, requireCaller, type SignedInCaller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'
import { createShares } from './shares.ts'

export interface ShareStoreDependencies {
  readonly store: ShareStore
  readonly db: ShareDatabase
  readonly ring: KeyRing
  /** The public keys of the login service. */
  readonly loginKeys: JWTVerifyGetKey
  readonly loginClock?: LoginClock | undefined
  /** For the recovery store only. */
  readonly links?: LinkOptions | undefined
  /** How long an unconfirmed device of a wallet without an address waits. */
  readonly newDeviceWaitMs: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * The API of one share store. Fixes the role of this process.
 * @throws Error in a process with another role, and for a recovery store without mail
 */
export function sharesApi(dependencies: ShareStoreDependencies): Hono {
  const { store, db, ring, links, newDeviceWaitMs, now } = dependencies
  claimProcess(custodianOf(store))
  if ((store === 'recovery') !== (links !== undefined))
    throw new Error('The recovery store, and no other, mails links.')

  const proofDependencies = { ...dependencies, signedInMaxAgeS: store === 'recovery' ? SIGNED_IN_MAX_AGE_S : undefined }
  const callLimit = createRateLimit(CALL_LIMIT)
  const walletCallLimit = createRateLimit(WALLET_CALL_LIMIT)
  const releaseLimit = createRateLimit(RELEASE_LIMIT)
  const clock = () => ({ nowMs: now(), waitMs: newDeviceWaitMs })
  const shares = createShares({
    db,
    ring,
    now,
    async demand(trx, caller, email) {
      if (!links) return
      if (email === null) await requireKnownDevice(trx, caller, clock())
      else await requireLink(trx, caller, now())
    },
    async owns(trx, caller, email) {
      if (!links || email !== null) return
      await knowDevice(trx, caller, now())
      await forgetOtherDevices(trx, caller.subject, caller.jkt)
    },
  })

  /** Counts only callers with both tokens, by key first, so no other person or session can use up a frame's limit. */
  async function readCaller(c: Context, askedOf: ProofDependencies = proofDependencies): Promise<SignedInCaller> {
    const { method, path } = c.req
    const proof = c.req.header('dpop')
    const caller = await requireCaller(askedOf, {
      method,
      path,
      proof,
      authorization: c.req.header('authorization'),
    })
    await spend(callLimit, `${caller.subject} ${caller.jkt}`, 1)
    if (path !== SHARES_KEEP_PATH) await spend(walletCallLimit, caller.subject, 1)
    return caller
  }

  /** Applies to both stores: an old session is not enough for a deletion. */
  async function readFreshCaller(c: Context): Promise<SignedInCaller> {
    const caller = await readCaller(c)
    if (caller.signedInS > SIGNED_IN_MAX_AGE_S) throw new ShareError('session.stale')
    return caller
  }

  const app = new Hono()
    .put(SHARES_PATH, async (c) => {
      const caller = await readCaller(c)
      const { email, ...request } = await readBody(c, SharePutRequest)
      // Only a store that sends mail needs the address.
      return c.json(await shares.put(caller, links ? { ...request, email } : request), 201)
    })
    .post(SHARES_RELEASE_PATH, async (c) => {
      const caller = await readCaller(c)
      await spend(releaseLimit, caller.subject, 1)
      return c.json(await shares.release(caller))
    })
    .put(SHARES_ROTATE_PATH, async (c) => {
      const caller = await readCaller(c)
      const request = await readBody(c, ShareRotateRequest)
      const isWhole = links !== undefined || request.step !== 'prepare'
      return c.json(await shares.rotate(caller, isWhole ? request : { ...request, email: null }))
    })
    .delete(SHARES_PATH, async (c) => {
      const caller = await readFreshCaller(c)
      // Login warns the owner before it makes this statement.
      if (!caller.isBeingDeleted) throw new ShareError('deletion.notBegun')
      return c.json({ deleted: await shares.remove(caller) } satisfies ShareDeleteAnswer)
    })
    .post(SHARES_KEEP_PATH, async (c) => {
      const kept = await shares.keep(await readFreshCaller(c))
      return c.json({ kept } satisfies ShareKeepAnswer)
    })
  if (!links) return app
  const readAnyCaller = (c: Context) => readCaller(c, { ...proofDependencies, signedInMaxAgeS: undefined })
  return app
    .route('/', linksApi({ db, shares, readCaller, now }, links))
    .route('/', devicesApi({ shares, readCaller, readAnyCaller, clock }))
}
