import type { WalletBody } from '@portico/contracts/services/operators'
import { parseMessage } from '@portico/siwx/messages'
import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import { CLOCK_TOLERANCE_MS } from '../auth/limits.ts'
import { createVerifySignature } from '../auth/verifySignature.ts'
import type { Schema } from '../database/schema.ts'
import { ServiceError } from '../http/errors.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { useChallenge } from './challenges.ts'
import { accountKey } from './decisions.ts'
import { CHALLENGE_LIFETIME_MS } from './limits.ts'

/**
 * Finds the operator whose wallet has signed in: the message must be for a page of the console, fresh, and contain a
 * challenge of ours as its nonce.
 * @returns the operator's id
 * @throws ServiceError `auth.message`, `auth.nonce`, `auth.signature`, `operator.wallet`, `upstream.unavailable`
 */
export async function signInWithWallet(
  db: Kysely<Schema>,
  { message, signature }: InferOutput<typeof WalletBody>,
  upstreams: UpstreamList,
  consoleOrigin: string,
  nowMs: number,
): Promise<string> {
  const data = parseMessage(message)
  if (!data) throw new ServiceError('auth.message', { field: 'text' })
  const { domain, uri, issuedAt, nonce, chainId, accountAddress } = data
  const isOurs = domain === new URL(consoleOrigin).host && URL.canParse(uri) && new URL(uri).origin === consoleOrigin
  if (!isOurs) throw new ServiceError('auth.message', { field: 'domain' })
  const age = nowMs - Date.parse(issuedAt ?? '')
  // The condition is negated so that a missing or invalid time counts as wrong.
  if (!(age > -CLOCK_TOLERANCE_MS && age < CHALLENGE_LIFETIME_MS + CLOCK_TOLERANCE_MS)) {
    throw new ServiceError('auth.message', { field: 'issuedAt' })
  }
  if (!(await useChallenge(db, nonce, nowMs))) throw new ServiceError('auth.nonce')
  await createVerifySignature(upstreams)(data, message, signature)
  const wallet = await db
    .selectFrom('operator_wallets')
    .select('operator_id')
    .where('account', '=', accountKey(`${chainId}:${accountAddress}`))
    .executeTakeFirst()
  if (!wallet) throw new ServiceError('operator.wallet')
  return wallet.operator_id
}
