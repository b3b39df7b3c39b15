import type {
  SharePutRequest,
  ShareReleaseAnswer,
  ShareRotateRequest,
  ShareState,
} from '@portico/contracts/services/shares'
import { isSameHash } from '../oneTimeCodes/keyedHash.ts'
import { ShareError } from './errors.ts'
import type { KeyRing } from './keyRing.ts'
import { DELETED_KEPT_MS } from './limits.ts'
import type { Caller, SignedInCaller } from './proof.ts'
import { createRotation } from './rotation.ts'
import type { ShareDatabase } from './schema.ts'
import { type Kept, lockWallet, requireWallet, sealedRow, type Wallet } from './wallets.ts'

export interface SharesDependencies {
  readonly db: ShareDatabase
  readonly ring: KeyRing
  readonly now: () => number
  /**
   * Checks the store's additional requirements before an existing share is used.
   * @throws ShareError
   */
  demand(db: ShareDatabase, caller: Caller, email: string | null): Promise<void>
  /** Called when a key has stored a wallet's first share, or its prepared shares have replaced the previous ones. */
  owns(db: ShareDatabase, caller: Caller, email: string | null): Promise<void>
}

/** A caller with the time of login's statement: only login's clock can order two statements. */
type Dated = Pick<SignedInCaller, keyof Caller | 'saidAtS'>

const stateOf = ({ current, next }: Wallet): ShareState => ({
  current: current.splitId,
  next: next?.splitId ?? null,
})

/** Gives this answer if the wallet has no shares at this store. */
const unlessUnknown =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (thrown instanceof ShareError && thrown.code === 'share.unknown') return answer
    throw thrown
  }

/** The shares of one store. Each method succeeds or fails as a whole. */
export function createShares({ db, ring, now, demand, owns }: SharesDependencies) {
  const rotateStep = createRotation({ ring, now, owns })

  /** Locks the wallet, and checks the store's requirements. */
  const withWallet = <Answer>(caller: Caller, use: (trx: ShareDatabase, wallet: Wallet) => Promise<Answer>) =>
    db.transaction().execute(async (trx) => {
      const wallet = await requireWallet(trx, ring, caller.subject)
      await demand(trx, caller, wallet.current.email)
      return use(trx, wallet)
    })

  const mark = (
    trx: ShareDatabase,
    { subject }: Caller,
    marks: { readonly deletes_at: Date | null; readonly kept_at?: Date },
  ) => trx.updateTable('shares').set(marks).where('subject', '=', subject).execute()

  return {
    /**
     * Stores a wallet's first share.
     * @throws ShareError `share.exists`, `share.deleting`
     */
    async put(caller: Caller, { splitId, share, email = null }: SharePutRequest): Promise<ShareState> {
      const inserted = await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('shares')
          .values(sealedRow({ ring, now }, 'current', caller, splitId, { share, email }))
          .onConflict((conflict) => conflict.doNothing())
          .returning('subject')
          .executeTakeFirst()
        if (row) await owns(trx, caller, email)
        return row !== undefined
      })
      if (inserted) return { current: splitId, next: null }
      return db.transaction().execute(async (trx) => {
        const wallet = await requireWallet(trx, ring, caller.subject)
        const isSame = wallet.current.splitId === splitId && isSameHash(wallet.current.share, share)
        if (!isSame || wallet.current.email !== email) throw new ShareError('share.exists')
        return stateOf(wallet)
      })
    },

    /**
     * Nulls if the wallet has no shares at this store.
     * @throws ShareError `share.deleting`, and the errors of `demand`
     */
    release: (caller: Caller): Promise<ShareReleaseAnswer> =>
      withWallet(caller, async (_, { current, next }): Promise<ShareReleaseAnswer> => {
        const shown = ({ splitId, share }: Kept) => ({ splitId, share })
        return { current: shown(current), next: next ? shown(next) : null }
      }).catch(unlessUnknown({ current: null, next: null })),

    /** @throws ShareError `share.unknown`, `share.deleting`, `share.exists`, `rotation.…`, or an error of `demand` */
    rotate: (caller: Caller, request: ShareRotateRequest): Promise<ShareState> =>
      withWallet(caller, (trx, wallet) => rotateStep(trx, caller, wallet, request)),

    /**
     * Stops the release of the shares and deletes them some days later. A repeated call changes nothing, and checks no
     * requirements.
     * @returns how many shares there are
     * @throws ShareError `deletion.calledOff` if someone has kept the wallet since login's statement, and the errors of
     *   `demand`
     */
    async remove(caller: Dated): Promise<number> {
      const removed = db.transaction().execute(async (trx) => {
        const { current, next } = await lockWallet(trx, ring, caller.subject)
        if (!current.isDeleted) {
          // Includes the same second, because login's times are whole seconds.
          const isOver = current.keptAt !== null && caller.saidAtS * 1_000 <= current.keptAt.getTime()
          if (isOver) throw new ShareError('deletion.calledOff', 1)
          await demand(trx, caller, current.email)
          await mark(trx, caller, { deletes_at: new Date(now() + DELETED_KEPT_MS) })
        }
        return next ? 2 : 1
      })
      return removed.catch(unlessUnknown(0))
    },

    /**
     * Cancels a deletion, even one that has not arrived yet: login's statements so far become void. Checks no
     * requirements, because it only restores the previous state, in which a link may be required.
     * @returns how many shares were being deleted
     */
    async keep(caller: Dated): Promise<number> {
      const kept = db.transaction().execute(async (trx) => {
        const { current, next } = await lockWallet(trx, ring, caller.subject)
        const keptAtMs = Math.max(caller.saidAtS * 1_000, current.keptAt?.getTime() ?? 0)
        await mark(trx, caller, { deletes_at: null, kept_at: new Date(keptAtMs) })
        if (!current.isDeleted) return 0
        return next ? 2 : 1
      })
      return kept.catch(unlessUnknown(0))
    },

    /**
     * Resolves if the caller meets the store's requirements.
     * @throws ShareError `share.deleting`, and the errors of `demand`
     */
    look: (caller: Caller): Promise<void> => withWallet(caller, async () => {}).catch(unlessUnknown(undefined)),

    /**
     * Runs `use` for a wallet without an address, while the wallet is locked.
     * @throws ShareError `share.unknown`, `share.deleting`, `device.notNeeded`
     */
    withoutAddress: <Answer>(caller: Caller, use: (trx: ShareDatabase) => Promise<Answer>) =>
      db.transaction().execute(async (trx) => {
        const { current } = await requireWallet(trx, ring, caller.subject)
        if (current.email !== null) throw new ShareError('device.notNeeded')
        return use(trx)
      }),

    /**
     * Runs `use` with the wallet's address for links, while the wallet is locked.
     * @throws ShareError `share.unknown`, `share.deleting`, `link.notNeeded`
     */
    withAddress: <Answer>(caller: Caller, use: (trx: ShareDatabase, email: string) => Promise<Answer>) =>
      db.transaction().execute(async (trx) => {
        const { current } = await requireWallet(trx, ring, caller.subject)
        if (current.email === null) throw new ShareError('link.notNeeded')
        return use(trx, current.email)
      }),
  }
}

export type Shares = ReturnType<typeof createShares>
