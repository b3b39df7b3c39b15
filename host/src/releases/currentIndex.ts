import { ModalError, RELEASE_INDEX_MAX_BYTES } from '@portico/contracts'
import { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { datedBy } from '../loader/datedBy.ts'
import { indexSlot } from '../loader/indexSlot.ts'
import { lastGoodIndex, storedIndex } from '../loader/lastGoodIndex.ts'
import { mayBe } from '../loader/mayBe.ts'
import type { LoaderContext } from '../loader/protocol.ts'

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

const rootOf = ({ root }: ReleaseIndex): number => root?.version ?? 0

/**
 * Whether an index is older than a known one. A new root may have withdrawn the keys that signed the known one. Then its
 * serial does not count, so that a thief of these keys cannot keep later indexes out by a very high serial.
 */
async function isOlder(text: string, index: ReleaseIndex, known: ReleaseIndex, reader: Reader): Promise<boolean> {
  if (rootOf(index) < rootOf(known)) return true
  if (index.serial >= known.serial) return false
  if (rootOf(index) === rootOf(known)) return true
  const underNewRoot = [...text.split('\n').slice(0, -2), ...storedIndex(reader.host).split('\n').slice(-2)]
  return Boolean(await reader.verifyIndex(underNewRoot.join('\n'), reader.keys).catch(() => undefined))
}

async function fresh(
  request: Promise<Response>,
  reader: Reader,
  known: ReleaseIndex | undefined,
): Promise<ReleaseIndex> {
  const text = await read(request)
  const index = await verify(text, reader)
  checkAudience(index, reader)
  if (known && (await isOlder(text, index, known, reader))) throw new ModalError('release.older')
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
 * @param onRefused gets the reason if the last verified index is used
 * @throws ModalError `release.*` if there is no verified index either
 */
export async function currentIndex(
  request: Promise<Response>,
  reader: Reader,
  seen?: ReleaseIndex,
  onRefused: (reason: unknown) => void = () => {},
): Promise<ReleaseIndex> {
  const kept = safeParse(ReleaseIndex, await lastGoodIndex(reader).catch(() => undefined))
  const isAhead = (one: ReleaseIndex) =>
    !seen || rootOf(one) > rootOf(seen) || (rootOf(one) === rootOf(seen) && one.serial >= seen.serial)
  const known = kept.success && isAhead(kept.output) ? kept.output : seen
  try {
    return await fresh(request, reader, known)
  } catch (error) {
    if (!known) throw error
    onRefused(error)
    checkAudience(known, reader)
    checkDates(known)
    return known
  }
}
