import { timingSafeEqual } from 'node:crypto'
import type {
  SharePutRequest,
  ShareReleaseAnswer,
  ShareRotateRequest,
  ShareState,
} from '@portico/contracts/services/shares'
import { nullable, object, parse, string } from 'valibot'
import { ShareError } from './errors.ts'
import type { KeyRing } from './keyRing.ts'
import { DELETED_KEPT_MS, ROTATION_PATIENCE_MS } from './limits.ts'
import type { Caller, SignedInCaller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'

/** The sealed content, unreadable in the database. */
const Content = object({ share: string(), email: nullable(string()) })

interface Kept {
  readonly splitId: string
  readonly share: string
  readonly email: string | null
  readonly isDeleted: boolean
  readonly keptAt: Date | null
  readonly writtenBy: string
  readonly writtenAtMs: number
}

/** A wallet's shares at this store. */
interface Wallet {
  readonly current: Kept
  readonly next: Kept | undefined
}

export interface SharesParts {
  readonly db: ShareDatabase
  readonly ring: KeyRing
  readonly now: () => number
  /**
   * A store's additional requirements before it uses an existing share.
   * @throws ShareError
   */
  demand(db: ShareDatabase, caller: Caller, email: string | null): Promise<void>
  /**
   * Called when a key has stored a wallet's first share, or when its prepared shares have replaced the previous ones.
   */
  owns(db: ShareDatabase, caller: Caller, email: string | null): Promise<void>
}

/** Login's statement with its time: only login's clock can order two statements. */
type Dated = Pick<SignedInCaller, keyof Caller | 'saidAtS'>

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const stateOf = ({ current, next }: Wallet): ShareState => ({
  current: current.splitId,
  next: next?.splitId ?? null,
})

/**
 * Both rows of a wallet, also of one being deleted, locked until the transaction ends.
 * @throws ShareError `share.unknown`
 */
async function lockWallet(db: ShareDatabase, ring: KeyRing, subject: string): Promise<Wallet> {
  // A fixed lock order prevents deadlocks.
  const ofSubject = db.selectFrom('shares').where('subject', '=', subject).orderBy('state').forUpdate()
  // The lock's previous holder may have added or removed a row: a second statement sees the result.
  await ofSubject.select('state').execute()
  const rows = await ofSubject.selectAll().execute()
  const read = (state: 'current' | 'next'): Kept | undefined => {
    const row = rows.find((one) => one.state === state)
    if (!row) return undefined
    const sealed = { keyId: row.key_id, text: row.sealed }
    const content = parse(Content, JSON.parse(ring.open(sealed, { subject, splitId: row.split_id })))
    const written = { writtenBy: row.written_by, writtenAtMs: row.written_at.getTime() }
    return { ...content, ...written, splitId: row.split_id, isDeleted: row.deletes_at !== null, keptAt: row.kept_at }
  }
  const current = read('current')
  if (!current) throw new ShareError('share.unknown')
  return { current, next: read('next') }
}

/** @throws ShareError `share.unknown`, `share.deleting` */
async function requireWallet(db: ShareDatabase, ring: KeyRing, subject: string): Promise<Wallet> {
  const wallet = await lockWallet(db, ring, subject)
  if (wallet.current.isDeleted) throw new ShareError('share.deleting')
  return wallet
}

/** The answer if a wallet has nothing here. */
const unlessUnknown =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (thrown instanceof ShareError && thrown.code === 'share.unknown') return answer
    throw thrown
  }

/** The shares of one store. Each method is all or nothing. */
export function createShares({ db, ring, now, demand, owns }: SharesParts) {
  const rowOf = (
    state: 'current' | 'next',
    { subject, jkt }: Caller,
    splitId: string,
    content: object,
    kept_at: Date | null = null,
  ) => {
    const { keyId, text } = ring.seal(JSON.stringify(content), { subject, splitId })
    const written = { written_by: jkt, written_at: new Date(now()) }
    return { subject, state, split_id: splitId, key_id: keyId, sealed: text, deletes_at: null, kept_at, ...written }
  }

  /** Locks the wallet, and checks the store's requirements. */
  const withWallet = <Answer>(caller: Caller, use: (trx: ShareDatabase, wallet: Wallet) => Promise<Answer>) =>
    db.transaction().execute(async (trx) => {
      const wallet = await requireWallet(trx, ring, caller.subject)
      await demand(trx, caller, wallet.current.email)
      return use(trx, wallet)
    })

  type Step<Name extends ShareRotateRequest['step']> = Extract<ShareRotateRequest, { readonly step: Name }>

  async function prepare(trx: ShareDatabase, caller: Caller, { current, next }: Wallet, step: Step<'prepare'>) {
    const { splitId, share, email = current.email } = step
    if (splitId === current.splitId) throw new ShareError('share.exists')
    if (!next) {
      await trx
        .insertInto('shares')
        .values(rowOf('next', caller, splitId, { share, email }, current.keptAt))
        .execute()
    } else if (next.splitId !== splitId || !isEqual(next.share, share) || next.email !== email) {
      throw new ShareError('rotation.pending')
    }
    return { current: current.splitId, next: splitId }
  }

  const mark = (
    trx: ShareDatabase,
    { subject }: Caller,
    marks: { readonly deletes_at: Date | null; readonly kept_at?: Date },
  ) => trx.updateTable('shares').set(marks).where('subject', '=', subject).execute()

  async function commit(trx: ShareDatabase, { subject }: Caller, { current, next }: Wallet, splitId: string) {
    // A repeated call whose first answer was lost.
    if (current.splitId === splitId) return { current: splitId, next: next?.splitId ?? null }
    if (next?.splitId !== splitId) throw new ShareError('rotation.unknown')
    await trx.deleteFrom('shares').where('subject', '=', subject).where('state', '=', 'current').execute()
    await trx.updateTable('shares').set({ state: 'current' }).where('subject', '=', subject).execute()
    // Not the committing key: another device may finish a rotation.
    await owns(trx, { subject, jkt: next.writtenBy }, next.email)
    return { current: splitId, next: null }
  }

  async function abandon(trx: ShareDatabase, { subject, jkt }: Caller, { current, next }: Wallet, splitId: string) {
    // A current split cannot be abandoned: the other half of the pair may already be replaced.
    if (current.splitId === splitId) throw new ShareError('rotation.unknown')
    if (next && next.splitId !== splitId) throw new ShareError('rotation.pending')
    const left = next && next.writtenBy !== jkt ? next.writtenAtMs + ROTATION_PATIENCE_MS - now() : 0
    if (left > 0) throw new ShareError('rotation.pending', Math.ceil(left / 1_000))
    await trx.deleteFrom('shares').where('subject', '=', subject).where('state', '=', 'next').execute()
    return { current: current.splitId, next: null }
  }

  return {
    /**
     * Stores a wallet's first share.
     * @throws ShareError `share.exists`, `share.deleting`
     */
    async put(caller: Caller, { splitId, share, email = null }: SharePutRequest): Promise<ShareState> {
      const inserted = await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('shares')
          .values(rowOf('current', caller, splitId, { share, email }))
          .onConflict((conflict) => conflict.doNothing())
          .returning('subject')
          .executeTakeFirst()
        if (row) await owns(trx, caller, email)
        return row !== undefined
      })
      if (inserted) return { current: splitId, next: null }
      return db.transaction().execute(async (trx) => {
        const wallet = await requireWallet(trx, ring, caller.subject)
        const isSame = wallet.current.splitId === splitId && isEqual(wallet.current.share, share)
        if (!isSame || wallet.current.email !== email) throw new ShareError('share.exists')
        return stateOf(wallet)
      })
    },

    /**
     * Nulls for a wallet without shares here. @throws ShareError `share.deleting`, those of the store's requirements
     */
    release: (caller: Caller): Promise<ShareReleaseAnswer> =>
      withWallet(caller, async (_, { current, next }): Promise<ShareReleaseAnswer> => {
        const shown = ({ splitId, share }: Kept) => ({ splitId, share })
        return { current: shown(current), next: next ? shown(next) : null }
      }).catch(unlessUnknown({ current: null, next: null })),

    /**
     * @throws ShareError `share.unknown`, `share.deleting`, `share.exists`, `rotation.…`, and those of the store's
     *   requirements
     */
    rotate: (caller: Caller, request: ShareRotateRequest): Promise<ShareState> =>
      withWallet(caller, (trx, wallet) => {
        if (request.step === 'prepare') return prepare(trx, caller, wallet, request)
        return (request.step === 'commit' ? commit : abandon)(trx, caller, wallet, request.splitId)
      }),

    /**
     * Stops the release of the shares and deletes them some days later. A repeated call changes nothing, and checks no
     * requirements.
     * @returns how many shares there are
     * @throws ShareError `deletion.calledOff` if somebody has kept the wallet since login's statement; those of the
     *   store's requirements
     */
    async remove(caller: Dated): Promise<number> {
      const removed = db.transaction().execute(async (trx) => {
        const { current, next } = await lockWallet(trx, ring, caller.subject)
        if (!current.isDeleted) {
          // Includes the same second, which is login's resolution.
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
     * Cancels a deletion, also one that has not yet arrived: login's statements so far become void. Checks no
     * requirements, because it only restores the previous state, including a required link.
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
     * Whether the caller meets the store's requirements.
     * @throws ShareError `share.deleting`, those of the store's requirements
     */
    look: (caller: Caller): Promise<void> => withWallet(caller, async () => {}).catch(unlessUnknown(undefined)),

    /**
     * Runs with a wallet without an address, locked.
     * @throws ShareError `share.unknown`, `share.deleting`, `device.notNeeded`
     */
    withoutAddress: <Answer>(caller: Caller, use: (trx: ShareDatabase) => Promise<Answer>) =>
      db.transaction().execute(async (trx) => {
        const { current } = await requireWallet(trx, ring, caller.subject)
        if (current.email !== null) throw new ShareError('device.notNeeded')
        return use(trx)
      }),

    /**
     * Runs with the wallet's address for links, while the wallet is locked.
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
