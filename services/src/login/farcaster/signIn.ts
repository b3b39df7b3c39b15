import type {
  FarcasterStartAnswer,
  FarcasterStartRequest,
  FarcasterWaitAnswer,
} from '@portico/contracts/services/login'
import { ServiceError } from '../../http/errors.ts'
import type { Log } from '../../log.ts'
import { spendClient } from '../codeLimits.ts'
import type { LoginDependencies } from '../dependencies.ts'
import { createSecret } from '../secrets.ts'
import { admit } from '../social/accounts.ts'
import { createAskProvider } from '../social/askProvider.ts'
import type { ProviderPerson } from '../social/dialect.ts'
import { SocialFailure } from '../social/failure.ts'
import { shownName } from '../social/shown.ts'
import {
  beginFarcasterAttempt,
  type FarcasterAttempt,
  findFarcasterAttempt,
  nonceOf,
  takeFarcasterAttempt,
  unseal,
} from './attempts.ts'
import type { MaySignIn } from './registries.ts'
import { openChannel, readChannel, type SignInRequest } from './relay.ts'
import { verifyMessage } from './verifyMessage.ts'

const RELAY_WAIT_MS = 8_000

export interface FarcasterDependencies {
  readonly relayUrl: string
  readonly maySignIn: MaySignIn
  readonly log: Log
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
}

const askWith = ({ signal }: FarcasterDependencies) =>
  createAskProvider(AbortSignal.any([signal, AbortSignal.timeout(RELAY_WAIT_MS)]))

/** The request that the phone shows, in the name of the secure site. */
const requestOf = ({ signingKey, secureSiteOrigin }: LoginDependencies, attempt: string): SignInRequest => ({
  siweUri: `${secureSiteOrigin}/`,
  domain: new URL(secureSiteOrigin).host,
  nonce: nonceOf(signingKey.hash, attempt),
})

/** @throws ServiceError `rate.limited`, `social.unavailable` if the relay does not answer */
export async function startFarcaster(
  login: LoginDependencies,
  farcaster: FarcasterDependencies,
  { keyThumbprint }: FarcasterStartRequest,
  client: string,
): Promise<FarcasterStartAnswer> {
  const { db, signingKey, startsPerClient, startsPerMinute, now } = login
  await spendClient(db, signingKey.hash, 'login social client', { client, startsPerClient, startsPerMinute }, now())
  const attempt = createSecret()
  try {
    const { channelToken, url } = await openChannel(askWith(farcaster), farcaster.relayUrl, requestOf(login, attempt))
    await beginFarcasterAttempt(db, signingKey.hash, attempt, { channelToken, keyThumbprint }, now())
    return { attempt, url }
  } catch (error) {
    if (!(error instanceof SocialFailure)) throw error
    farcaster.log.warn('no channel at the relay of Farcaster', { reason: error.reason })
    throw new ServiceError('social.unavailable')
  }
}

/** @returns undefined while there is no consent. @throws SocialFailure */
async function recognise(
  login: LoginDependencies,
  farcaster: FarcasterDependencies,
  attempt: string,
  { channel_sealed }: FarcasterAttempt,
): Promise<ProviderPerson | undefined> {
  const channelToken = unseal(login.signingKey.hash, attempt, channel_sealed)
  const signed = await readChannel(askWith(farcaster), farcaster.relayUrl, channelToken)
  if (!signed) return undefined
  const fid = await verifyMessage(signed, requestOf(login, attempt), farcaster.maySignIn, login.now())
  return { id: String(fid), email: null, userName: shownName(signed.username) }
}

const accept = ({ db, now }: LoginDependencies, attempt: FarcasterAttempt, person: ProviderPerson) =>
  db.transaction().execute(async (trx): Promise<FarcasterWaitAnswer> => {
    const isTaken = await takeFarcasterAttempt(trx, attempt)
    return isTaken ? admit(trx, 'farcaster', person, attempt.key_thumbprint, now()) : { outcome: 'refused' }
  })

/** Checks whether the person has consented on the phone, and opens a session if so. */
export async function waitForFarcaster(
  login: LoginDependencies,
  farcaster: FarcasterDependencies,
  { attempt: secret }: { readonly attempt: string },
): Promise<FarcasterWaitAnswer> {
  const attempt = await findFarcasterAttempt(login.db, secret, login.now())
  if (!attempt) return { outcome: 'refused' }
  try {
    const person = await recognise(login, farcaster, secret, attempt)
    return person ? await accept(login, attempt, person) : { outcome: 'waiting' }
  } catch (error) {
    if (!(error instanceof SocialFailure)) throw error
    const { outcome, reason } = error
    farcaster.log.warn('Farcaster did not confirm the sign-in', { outcome, reason })
    if (outcome === 'refused') await takeFarcasterAttempt(login.db, attempt)
    return { outcome }
  }
}
