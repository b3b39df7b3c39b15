import { ModalError, RELEASE_INDEX_MAX_BYTES } from '@portico/contracts'
import { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { indexSlot } from '../loader/indexSlot.ts'
import { lastGoodIndex } from '../loader/lastGoodIndex.ts'
import { mayBe } from '../loader/mayBe.ts'
import type { LoaderContext } from '../loader/protocol.ts'
import { datedBy } from '../loader/verifyIndex.ts'

/** The reader of an index. */
export interface Reader extends Pick<LoaderContext, 'host' | 'keys' | 'verifyIndex'> {
  /** The URL of the services that the modal uses. */
  readonly api: string
}

async function read(request: Promise<Response>): Promise<string> {
  try {
    const response = await request
    if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
    return await response.text()
  } catch (cause) {
    throw new ModalError('release.unreachable', { cause })
  }
}

async function verify(text: string, { keys, verifyIndex }: Reader): Promise<ReleaseIndex> {
  if (text.length > RELEASE_INDEX_MAX_BYTES) throw new ModalError('release.tooLarge')
  const document = await verifyIndex(text, keys).catch((cause) => {
    throw new ModalError('release.invalid', { cause })
  })
  if (document === undefined) throw new ModalError('release.signature')
  const parsed = safeParse(ReleaseIndex, document)
  if (!parsed.success) throw new ModalError('release.invalid', { details: { reason: parsed.issues[0].message } })
  return parsed.output
}

/** @throws ModalError `release.notYetValid`, `release.expired` */
function checkDates(index: ReleaseIndex): void {
  const reason = datedBy(index)
  if (reason) throw new ModalError(reason)
}

/** Rejects another deployment's index, which may be signed with the same key. @throws ModalError `release.audience` */
function checkAudience(index: ReleaseIndex, reader: Reader): void {
  for (const what of ['host', 'api'] as const) {
    if (!mayBe(index, what, reader[what]))
      throw new ModalError('release.audience', { details: { [what]: reader[what] } })
  }
}

async function fresh(
  request: Promise<Response>,
  reader: Reader,
  known: ReleaseIndex | undefined,
): Promise<ReleaseIndex> {
  const text = await read(request)
  const index = await verify(text, reader)
  checkAudience(index, reader)
  if (known && index.serial < known.serial) throw new ModalError('release.older')
  checkDates(index)
  try {
    localStorage.setItem(indexSlot(reader.host), text)
  } catch {
    // Without storage there is no fallback at the next visit, which is the only consequence.
  }
  return index
}

/**
 * Loads the release index. If it cannot be loaded or is refused, the last verified index is used. `seen` is the index
 * that this page has used so far: without storage, only `seen` keeps an older index out.
 * @throws ModalError `release.*` if there is no verified index either
 */
export async function currentIndex(
  request: Promise<Response>,
  reader: Reader,
  seen?: ReleaseIndex,
): Promise<ReleaseIndex> {
  const kept = safeParse(ReleaseIndex, await lastGoodIndex(reader).catch(() => undefined))
  const known = kept.success && kept.output.serial >= (seen?.serial ?? 0) ? kept.output : seen
  try {
    return await fresh(request, reader, known)
  } catch (error) {
    if (!known) throw error
    // The reason for the refusal is written to the console, and the last good index stays in use.
    console.error('[portico]', error)
    checkAudience(known, reader)
    checkDates(known)
    return known
  }
}
