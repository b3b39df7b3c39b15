import { type InferInput, nullable, object, parse, string } from 'valibot'
import { ShareError } from './errors.ts'
import type { KeyRing } from './keyRing.ts'
import type { Caller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'

/** The content of a row, which is sealed and cannot be read in the database. */
const Content = object({ share: string(), email: nullable(string()) })

export interface Kept {
  readonly splitId: string
  readonly share: string
  readonly email: string | null
  readonly isDeleted: boolean
  readonly keptAt: Date | null
  readonly writtenBy: string
  readonly writtenAtMs: number
}

/** A wallet's shares at this store. */
export interface Wallet {
  readonly current: Kept
  readonly next: Kept | undefined
}

/**
 * Both rows of a wallet, even of one that is being deleted, locked until the transaction ends.
 * @throws ShareError `share.unknown`
 */
export async function lockWallet(db: ShareDatabase, ring: KeyRing, subject: string): Promise<Wallet> {
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
export async function requireWallet(db: ShareDatabase, ring: KeyRing, subject: string): Promise<Wallet> {
  const wallet = await lockWallet(db, ring, subject)
  if (wallet.current.isDeleted) throw new ShareError('share.deleting')
  return wallet
}

/** A row of `shares`, with its content sealed. */
export function sealedRow(
  { ring, now }: { readonly ring: KeyRing; readonly now: () => number },
  state: 'current' | 'next',
  { subject, jkt }: Caller,
  splitId: string,
  content: InferInput<typeof Content>,
  kept_at: Date | null = null,
) {
  const { keyId, text } = ring.seal(JSON.stringify(content), { subject, splitId })
  const written = { written_by: jkt, written_at: new Date(now()) }
  return { subject, state, split_id: splitId, key_id: keyId, sealed: text, deletes_at: null, kept_at, ...written }
}
