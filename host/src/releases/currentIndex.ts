import { ModalError, RELEASE_INDEX_MAX_BYTES } from '@portico/contracts'
import { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { safeParse } from 'valibot'
import { indexSlot, lastGoodIndex, verifyIndex } from '../loader/verifyIndex.ts'

/** How far in the future an index may have been issued before the visitor's clock is doubted. */
const CLOCK_TOLERANCE_MS = 86_400_000

async function read(request: Promise<Response>): Promise<string> {
  try {
    const response = await request
    if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
    return await response.text()
  } catch (cause) {
    throw new ModalError('release.unreachable', { cause })
  }
}

async function verify(text: string, keys: readonly string[]): Promise<ReleaseIndex> {
  if (text.length > RELEASE_INDEX_MAX_BYTES) throw new ModalError('release.tooLarge')
  const document = await verifyIndex(text, keys).catch((cause) => {
    throw new ModalError('release.invalid', { cause })
  })
  if (document === undefined) throw new ModalError('release.signature')
  const parsed = safeParse(ReleaseIndex, document)
  if (!parsed.success) throw new ModalError('release.invalid', { details: { reason: parsed.issues[0].message } })
  return parsed.output
}

function checkDates({ issuedAt, notAfter }: ReleaseIndex): void {
  // A date that no engine can read is no date that is still to come.
  if (!(Date.parse(issuedAt) <= Date.now() + CLOCK_TOLERANCE_MS)) throw new ModalError('release.notYetValid')
  if (!(Date.parse(notAfter) > Date.now())) throw new ModalError('release.expired')
}

async function fresh(
  request: Promise<Response>,
  host: string,
  keys: readonly string[],
  known: ReleaseIndex | undefined,
): Promise<ReleaseIndex> {
  const text = await read(request)
  const index = await verify(text, keys)
  if (known && index.serial < known.serial) throw new ModalError('release.older')
  checkDates(index)
  try {
    localStorage.setItem(indexSlot(host), text)
  } catch {
    // Without storage there is no copy to stand in next time; nothing else changes.
  }
  return index
}

/**
 * The release index: network first; the last one that verified stands in for one that cannot be had or is refused.
 * `seen` is what this page has had so far: where nothing can be stored it is all that keeps an older one out.
 * @throws ModalError `release.*` when there is nothing to stand in for it
 */
export async function currentIndex(
  request: Promise<Response>,
  host: string,
  keys: readonly string[],
  seen?: ReleaseIndex,
): Promise<ReleaseIndex> {
  const kept = safeParse(ReleaseIndex, await lastGoodIndex(host, keys).catch(() => undefined))
  const known = kept.success && kept.output.serial >= (seen?.serial ?? 0) ? kept.output : seen
  try {
    return await fresh(request, host, keys, known)
  } catch (error) {
    if (!known) throw error
    // What was refused is said in the console; the visitor keeps what the last good index gives.
    console.error('[portico]', error)
    checkDates(known)
    return known
  }
}
