import { addErrors, ModalError } from '@portico/contracts'
import { releaseTrustErrors } from '@portico/contracts/releaseTrustErrors'
import type { ReleaseIndex, ReleaseRoot } from '@portico/contracts/services/releaseIndex'
import { ReleaseTimestamp, TIMESTAMP_PATH } from '@portico/contracts/services/signedReleases'
import { isSigned } from '@portico/contracts/services/verifyIndex'
import { safeParse } from 'valibot'
import { mayBe } from '../loader/mayBe.ts'
import { ask } from '../loader/protocol.ts'
import type { Reader } from './currentIndex.ts'
import { keptText } from './keptText.ts'

const TIMESTAMP_MAX_BYTES = 100_000
/** Without storage, a visit needs the services. */
const kept = (host: string) => keptText(`@portico/release-timestamp/${host}`)

/** A timestamp that is valid now, for this host. @throws ModalError `release.timestamp` */
async function verified(text: string, index: ReleaseIndex, host: string): Promise<ReleaseTimestamp> {
  const [signatures = '', signed = ''] = text.split('\n')
  const role = index.root?.roles.timestamp
  const refuse = (reason: string) => new ModalError('release.timestamp', { details: { reason } })
  if (text.length > TIMESTAMP_MAX_BYTES) throw refuse('too large')
  if (!role || !(await isSigned(role, signatures, signed))) throw refuse('signature')
  const parsed = safeParse(ReleaseTimestamp, JSON.parse(signed))
  if (!parsed.success) throw refuse(parsed.issues[0].message)
  if (!mayBe(parsed.output, 'host', host)) throw refuse('audience')
  if (!(Date.parse(parsed.output.expires) > Date.now())) throw refuse('expired')
  return parsed.output
}

async function fetched(api: string): Promise<string> {
  const response = await ask(`${api.replace(/\/$/, '')}${TIMESTAMP_PATH}`)
  if (!response.ok) throw new ModalError('service.status', { details: { status: response.status } })
  return response.text()
}

async function read(index: ReleaseIndex, root: ReleaseRoot, { host, api }: Reader): Promise<ReleaseTimestamp> {
  const text = await fetched(api).catch((cause) => {
    const last = kept(host).read()
    if (last) return last
    throw new ModalError('release.timestamp', { cause, details: { reason: 'unreachable' } })
  })
  const timestamp = await verified(text, index, host).catch((cause) => {
    throw cause instanceof ModalError ? cause : new ModalError('release.timestamp', { cause })
  })
  const isBehind = root.version < timestamp.root || index.serial < timestamp.serial
  if (isBehind) throw new ModalError('release.stale', { details: { serial: timestamp.serial } })
  kept(host).write(text)
  return timestamp
}

/** The answer for each index, until it is asked for again. */
const answers = new WeakMap<ReleaseIndex, { readonly answer: Promise<ReleaseTimestamp>; readonly until: number }>()
const ANSWER_LASTS_MS = 600_000

/**
 * Checks that an index is the latest, by the services' timestamp. If the services cannot be reached, the last timestamp
 * of this browser counts while it is valid.
 * @returns the timestamp; undefined if the index's root has no role for it
 * @throws ModalError `release.timestamp` without a valid timestamp, `release.stale` if the host serves an older index
 */
export async function checkTimestamp(index: ReleaseIndex, reader: Reader): Promise<ReleaseTimestamp | undefined> {
  if (!index.root?.roles.timestamp) return undefined
  addErrors(releaseTrustErrors)
  const known = answers.get(index)
  if (known && known.until > Date.now()) return known.answer
  const answer = read(index, index.root, reader)
  answers.set(index, { answer, until: Date.now() + ANSWER_LASTS_MS })
  answer.catch(() => answers.delete(index))
  return answer
}
