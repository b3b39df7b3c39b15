import type { ShareRotateRequest, ShareState } from '@portico/contracts/services/shares'
import { isSameHash } from '../oneTimeCodes/keyedHash.ts'
import { ShareError } from './errors.ts'
import { ROTATION_PATIENCE_MS } from './limits.ts'
import type { Caller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'
import type { SharesDependencies } from './shares.ts'
import { sealedRow, type Wallet } from './wallets.ts'

type Step<Name extends ShareRotateRequest['step']> = Extract<ShareRotateRequest, { readonly step: Name }>

/** The steps that replace a wallet's shares. The wallet must be locked. */
export function createRotation({ ring, now, owns }: Pick<SharesDependencies, 'ring' | 'now' | 'owns'>) {
  async function prepare(trx: ShareDatabase, caller: Caller, { current, next }: Wallet, step: Step<'prepare'>) {
    const { splitId, share, email = current.email } = step
    if (splitId === current.splitId) throw new ShareError('share.exists')
    if (!next) {
      await trx
        .insertInto('shares')
        .values(sealedRow({ ring, now }, 'next', caller, splitId, { share, email }, current.keptAt))
        .execute()
    } else if (next.splitId !== splitId || !isSameHash(next.share, share) || next.email !== email) {
      throw new ShareError('rotation.pending')
    }
    return { current: current.splitId, next: splitId }
  }

  async function commit(trx: ShareDatabase, { subject }: Caller, { current, next }: Wallet, splitId: string) {
    // The call is repeated, because its first answer was lost.
    if (current.splitId === splitId) return { current: splitId, next: next?.splitId ?? null }
    if (next?.splitId !== splitId) throw new ShareError('rotation.unknown')
    await trx.deleteFrom('shares').where('subject', '=', subject).where('state', '=', 'current').execute()
    await trx.updateTable('shares').set({ state: 'current' }).where('subject', '=', subject).execute()
    // The owner is the key that prepared the share, not the key that commits it: another device may finish a rotation.
    await owns(trx, { subject, jkt: next.writtenBy }, next.email)
    return { current: splitId, next: null }
  }

  async function abandon(trx: ShareDatabase, { subject, jkt }: Caller, { current, next }: Wallet, splitId: string) {
    // A current split cannot be abandoned, because the other store may already have replaced its share.
    if (current.splitId === splitId) throw new ShareError('rotation.unknown')
    if (next && next.splitId !== splitId) throw new ShareError('rotation.pending')
    const left = next && next.writtenBy !== jkt ? next.writtenAtMs + ROTATION_PATIENCE_MS - now() : 0
    if (left > 0) throw new ShareError('rotation.pending', Math.ceil(left / 1_000))
    await trx.deleteFrom('shares').where('subject', '=', subject).where('state', '=', 'next').execute()
    return { current: current.splitId, next: null }
  }

  /** @throws ShareError `share.exists`, `rotation.…` */
  return async (
    trx: ShareDatabase,
    caller: Caller,
    wallet: Wallet,
    request: ShareRotateRequest,
  ): Promise<ShareState> => {
    if (request.step === 'prepare') return prepare(trx, caller, wallet, request)
    return (request.step === 'commit' ? commit : abandon)(trx, caller, wallet, request.splitId)
  }
}
